/// What a command can do while its service is unreachable.
public enum OfflineUse: String, Sendable, Codable {
  /// Nothing special.
  case none
  /// It reads through a store, and has the option `--fresh`.
  case reads
  /// Its write can wait in the queue: it has the option `--later`.
  case writes

  /// The option that such a command has.
  var option: OptionSpecification? {
    switch self {
    case .none: nil
    case .reads: .fresh
    case .writes: .later
    }
  }
}
