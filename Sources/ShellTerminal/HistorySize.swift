/// How many bytes of history there may be.
struct HistorySize: Sendable {
  /// How many a file keeps that is written anew.
  var kept = 4 << 20
  /// How many are read at once; what is before them is passed over.
  var read = 16 << 20

  init() {}
}
