import CoreSystem
import Glibc
import Synchronization
public import WebAuthorization

/// The environment variables that the configuration reads credentials from.
///
/// When the shell has read the configuration, it removes them from the environment, so that no child
/// process inherits them, and neither `$NAME` nor `/proc/PID/environ` shows them.
public final class SecretVariables: Sendable {
  /// The variables of this process.
  public static let process = SecretVariables(taking: ProcessVariables.take)

  /// Variables that programs need, which stay in the environment.
  private static let shared: Set = [
    "PATH", "HOME", "USER", "LOGNAME", "HOSTNAME", "SHELL", "PWD", "LANG", "TZ", "TMPDIR", "TERM",
  ]

  private let taken = Mutex<[String: Secret]>([:])
  private let take: @Sendable (String) -> String?
  private let shared: @Sendable (String) -> String?

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - take: removes a variable from the environment and returns its value.
  ///   - shared: returns a variable that stays in the environment.
  init(
    taking take: @escaping @Sendable (String) -> String?,
    shared: @escaping @Sendable (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    (self.take, self.shared) = (take, shared)
  }

  /// Returns the value of a variable, and removes it from the environment at the first call.
  ///
  /// - Returns: the value, or nil if the variable is not set or is empty.
  public func value(of name: String) -> Secret? {
    if Self.isShared(name) { return shared(name).flatMap { $0.isEmpty ? nil : Secret($0) } }
    if let secret = taken.withLock({ $0[name] }) { return secret }
    take([name])
    return taken.withLock { $0[name] }
  }

  /// The variables that were removed from the environment, for a process of this program.
  package var values: [String: String] { taken.withLock { $0.mapValues(\.text) } }

  /// The names of the variables that were removed from the environment.
  var names: Set<String> { taken.withLock { Set($0.keys) } }

  /// Removes variables from the environment, and keeps their values.
  ///
  /// Variables that programs need, such as `PATH` and `USER`, stay in the environment. A value that was
  /// taken before stays as it is.
  ///
  /// - Parameter names: the names of the variables.
  package func take(_ names: Set<String>) {
    for name in names where !Self.isShared(name) {
      guard let value = take(name), !value.isEmpty else { continue }
      taken.withLock { $0[name] = Secret(value) }
    }
  }

  /// Whether a text can be the name of a variable: letters of ASCII, digits and `_`, without a digit first.
  public static func isName(_ text: String) -> Bool {
    text.first.map { !$0.isNumber } == true
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private static func isShared(_ name: String) -> Bool {
    shared.contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
  }
}
