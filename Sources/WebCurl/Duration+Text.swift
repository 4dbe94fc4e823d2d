extension Duration {
  /// The whole milliseconds, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000 }
    return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// The time as a sentence says it: `10 s`, `250 ms`.
  var text: String {
    let milliseconds = milliseconds
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
