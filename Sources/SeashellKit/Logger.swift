import WebAPI

/// Writes lines for developers of a module.
///
/// Only `-v` shows them.
///
/// It may be used from any thread.
public struct Logger: Sendable {
  private let name: String
  private let client: EnvironmentClient

  init(_ name: String, _ client: EnvironmentClient) {
    self.name = name
    self.client = client
  }

  /// Writes a line to standard error if `-v` was passed or `set verbose on` was typed.
  ///
  /// Control characters are escaped. Leave out passwords and tokens.
  ///
  /// - Parameter line: the line, without the logger's name; it is built only if it is shown.
  public func debug(_ line: @autoclosure () -> String) {
    client.trace { "\(name): \(line())" }
  }
}
