package import WebAPI
import WebMessages

/// Sends an access token that the shell was started with to one environment, and to no other.
package struct TokenAuthorizer: Authorizer {
  private let token: String
  private let environment: APIEnvironment

  package init(_ token: String, for environment: APIEnvironment) {
    self.token = token
    self.environment = environment
  }

  package func authorize(_ request: inout APIRequest) async throws {
    guard request.currentOrigin == environment.origin, environment.mayCarryCredentials,
      request.headers["Authorization"] == nil
    else { return }
    request.headers["Authorization"] = "Bearer \(token)"
  }

  /// A token that was given is not renewed.
  package func recover(from response: APIResponse) async throws -> Bool { false }
}
