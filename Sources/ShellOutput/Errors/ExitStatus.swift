/// The exit status of a command.
public struct ExitStatus: RawRepresentable, Sendable, Hashable {
  /// The number, 0 to 255.
  public let rawValue: Int32

  /// Creates a status from its number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Success.
  public static let success = ExitStatus(rawValue: 0)
  /// The command failed for any other reason, or exceeded a limit.
  public static let failure = ExitStatus(rawValue: 1)
  /// An unknown command, a syntax error or wrong arguments.
  public static let usage = ExitStatus(rawValue: 2)
  /// Not found.
  public static let notFound = ExitStatus(rawValue: 3)
  /// Unauthorized or forbidden.
  public static let unauthorized = ExitStatus(rawValue: 4)
  /// The service could not be reached.
  public static let unconnected = ExitStatus(rawValue: 5)
  /// The server rejected the data as invalid.
  public static let invalid = ExitStatus(rawValue: 6)
  /// A plugin broke.
  public static let pluginBroke = ExitStatus(rawValue: 7)
  /// The service is unavailable, or its response cannot be read.
  public static let unavailable = ExitStatus(rawValue: 8)
  /// Interrupted by the user.
  public static let interrupted = ExitStatus(rawValue: 130)
}

extension ExitStatus {
  /// The statuses with which a shell exits, and when, for help and the manual.
  package static let meanings: [(status: ExitStatus, meaning: String)] = [
    (.success, "everything succeeded"),
    (.failure, "the command failed for another reason, or a limit was exceeded"),
    (.usage, "not a command, wrong arguments, or a configuration that cannot be used"),
    (.notFound, "not found"),
    (.unauthorized, "unauthorized or forbidden"),
    (
      .unconnected,
      "not connected: refused, name not found, TLS failed, cut off or timed out; a write may have been "
        + "applied"
    ),
    (.invalid, "the server rejected the data as invalid"),
    (.pluginBroke, "a module in another process broke"),
    (.unavailable, "the service is unavailable, or its answer cannot be understood"),
    (.interrupted, "interrupted by Ctrl-C"),
    (ExitStatus(rawValue: 141), "the reader of the results is gone"),
  ]
}
