import SeashellKit

/// Gives requests the access token of the environment that is chosen, and renews it when it is
/// refused.
struct SessionAuthorizer: Authorizer {
  let client: ShopClient
  let store: SessionTokenStore
  let renewal: SessionRenewal
  /// Tells the user why the session could not be renewed.
  let notify: @MainActor @Sendable (String) -> Void

  func authorize(_ request: inout APIRequest) async throws {
    guard let environment = environment(of: request) else { return }
    if let tokens = try store.tokens(of: environment) {
      request.headers["Authorization"] = tokens.authorization
    }
  }

  func recover(from response: APIResponse) async -> Bool {
    guard let environment = environment(of: response.request) else { return false }
    let refused = response.request.headers["Authorization"]
    do {
      guard try store.tokens(of: environment) != nil else { return false }
      return try await renewal.tokens(of: environment) { $0.authorization == refused } != nil
    } catch is CancellationError {
      // Sent on, the request ends as a cancelled one does, and not as one that was refused.
      return true
    } catch {
      await notify("the session cannot be renewed: \(ShellError(error).message)")
      return false
    }
  }

  /// The environment that is chosen, where the request goes to it; nil where the user has chosen
  /// another one since the request was made.
  private func environment(of request: APIRequest) -> ShopEnvironment? {
    let environment = client.environment
    return request.url?.origin == environment.baseURL.origin ? environment : nil
  }
}
