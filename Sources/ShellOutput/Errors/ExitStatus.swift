/// How a command ended, as a process says it to the one that started it.
public struct ExitStatus: RawRepresentable, Sendable, Hashable {
  /// The number, 0 to 255.
  public let rawValue: Int32

  /// Makes a status from its number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// All well.
  public static let success = ExitStatus(rawValue: 0)
  /// The command failed for a reason without a status of its own, or a bound was passed.
  public static let failure = ExitStatus(rawValue: 1)
  /// Not a command, or wrong arguments.
  public static let usage = ExitStatus(rawValue: 2)
  /// Not found.
  public static let notFound = ExitStatus(rawValue: 3)
  /// Unauthorized or forbidden.
  public static let unauthorized = ExitStatus(rawValue: 4)
  /// Not connected.
  public static let unconnected = ExitStatus(rawValue: 5)
  /// Refused by the server as invalid.
  public static let invalid = ExitStatus(rawValue: 6)
  /// A plugin broke.
  public static let pluginBroke = ExitStatus(rawValue: 7)
  /// The service is unavailable, or its answer cannot be understood.
  public static let unavailable = ExitStatus(rawValue: 8)
  /// Interrupted.
  public static let interrupted = ExitStatus(rawValue: 130)
}
