/// What a command can do while its service cannot be reached.
public enum OfflineUse: String, Sendable, Codable {
  /// Nothing special.
  case none
  /// It reads through a store, and has the option `--fresh`.
  case reads
  /// Its write can wait in the queue: it has the option `--later`.
  case writes

  /// The option that a command with it has.
  var option: OptionSpecification? {
    switch self {
    case .none: nil
    case .reads: .fresh
    case .writes: .later
    }
  }
}
