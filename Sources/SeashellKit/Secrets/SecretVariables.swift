import Glibc
import Synchronization
public import WebAuthorization

/// The variables of the process's environment that the configuration reads credentials from.
///
/// When the shell has read the configuration, it takes them out of the environment, so that no child
/// process inherits them, and neither `$NAME` nor `/proc/PID/environ` shows them.
public final class SecretVariables: Sendable {
  /// Those of this process.
  public static let process = SecretVariables { getenv($0).map { String(cString: $0) } }

  /// The variables that programs need, which stay in the environment.
  private static let shared: Set = [
    "PATH", "HOME", "USER", "LOGNAME", "HOSTNAME", "SHELL", "PWD", "LANG", "TZ", "TMPDIR", "TERM",
  ]

  private let taken = Mutex<[String: Secret]>([:])
  private let variable: @Sendable (String) -> String?

  /// Creates a store.
  ///
  /// - Parameter variable: returns a variable of the environment that was not taken out of it.
  package init(variable: @escaping @Sendable (String) -> String?) {
    self.variable = variable
  }

  /// Returns the value of a variable, whether it was taken out of the environment or not; nil if it is not
  /// set, or empty.
  public func value(of name: String) -> Secret? {
    if let secret = taken.withLock({ $0[name] }) { return secret }
    return variable(name).flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  /// The names of the variables that were taken out of the environment.
  package var names: Set<String> { taken.withLock { Set($0.keys) } }

  /// Takes variables out of the environment, and keeps their values.
  ///
  /// Those that programs need, such as `PATH` and `USER`, stay, and so does a value that was taken before.
  ///
  /// - Parameters:
  ///   - names: the names of the variables.
  ///   - take: removes a variable from the environment and returns its value.
  package func take(_ names: some Sequence<String>, by take: (String) -> String?) {
    for name in names where !Self.isShared(name) {
      guard let value = take(name) else { continue }
      taken.withLock { $0[name] = Secret(value) }
    }
  }

  private static func isShared(_ name: String) -> Bool {
    shared.contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
  }
}
