import SeashellKit

/// Sends the key of `TRACKER_TOKEN` with each request to the environment on which the shell was started.
struct KeyAuthorizer: Authorizer {
  private let key: String
  private let environment: String

  /// Advice to the user after a 401.
  var signInHint: String? { "set TRACKER_TOKEN to your key" }

  /// - Returns: nil if the variable is not set.
  @MainActor
  init?(_ context: ModuleContext) {
    guard let token = context.takeToken() else { return nil }
    key = token.token.text
    environment = context.client.environment.name
  }

  /// Adds the key.
  func authorize(_ request: inout APIRequest) async throws {
    request.headers["X-Api-Key"] = key
  }

  /// A key cannot be renewed.
  func recover(from response: APIResponse) async throws -> Bool { false }
}
