import Synchronization
package import WebAPI
import WebMessages

/// Sends an access token that the shell was started with to one environment, and to no other.
package final class TokenAuthorizer: Authorizer {
  private let token: String
  private unowned let client: EnvironmentClient
  private let environment: Mutex<APIEnvironment?>

  /// Creates an authorizer.
  ///
  /// - Parameters:
  ///   - token: the access token.
  ///   - environment: the environment that it is for; nil for the one that is chosen first.
  ///   - client: sends the requests, and keeps the authorizer.
  package init(_ token: String, for environment: APIEnvironment?, of client: EnvironmentClient) {
    (self.token, self.client) = (token, client)
    self.environment = Mutex(environment)
  }

  /// Says which environment the user has chosen; only the first one counts.
  func choose(_ chosen: APIEnvironment) {
    environment.withLock { environment in if environment == nil { environment = chosen } }
  }

  /// Whether the token is sent with requests to an environment.
  package func serves(_ other: APIEnvironment) -> Bool {
    other.mayCarryCredentials && environment.withLock { $0 == other }
  }

  package func authorize(_ request: inout APIRequest) async throws {
    guard let environment = client.environment(of: request), serves(environment),
      request.headers["Authorization"] == nil
    else { return }
    request.headers["Authorization"] = "Bearer \(token)"
  }

  /// A token that was given is not renewed.
  package func recover(from response: APIResponse) async throws -> Bool { false }
}
