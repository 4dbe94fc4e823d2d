import Synchronization
public import WebAuthorization

/// An access token that the shell was started with, in an environment variable, such as in continuous
/// integration.
///
/// It is valid for one environment only: the first that requests of its API go to.
public final class LaunchToken: Sendable {
  /// The name of the environment variable: `ORDERS_TOKEN`.
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

  /// Binds the token to the environment that the user has chosen; later calls have no effect.
  func choose(_ chosen: APIEnvironment) {
    environment.withLock { environment in if environment == nil { environment = chosen } }
  }

  /// Whether the token may be sent to an environment.
  public func serves(_ other: APIEnvironment) -> Bool { environment.withLock { $0 == other } }
}
