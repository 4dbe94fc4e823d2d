import Synchronization
public import WebAuthorization

/// An access token that the shell was started with, in a variable, such as in continuous integration.
///
/// It is for one environment, the one that requests of its API go to first, and for no other.
public final class LaunchToken: Sendable {
  /// The name of the variable: `ORDERS_TOKEN`.
  public let variable: String

  /// The token.
  public let token: Secret

  private let environment: Mutex<APIEnvironment?>

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - text: the value of the variable.
  ///   - environment: the environment that it is for; nil for the one that is chosen first.
  package init(_ variable: String, _ text: String, for environment: APIEnvironment?) {
    (self.variable, token) = (variable, Secret(text))
    self.environment = Mutex(environment)
  }

  /// Says which environment the user has chosen; only the first one counts.
  func choose(_ chosen: APIEnvironment) {
    environment.withLock { environment in if environment == nil { environment = chosen } }
  }

  /// Whether the token is for an environment.
  public func serves(_ other: APIEnvironment) -> Bool { environment.withLock { $0 == other } }
}
