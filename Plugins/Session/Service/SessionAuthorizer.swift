import SeashellKit
import Synchronization

/// Gives requests the access token of the environment that is chosen, and renews it when it is
/// refused.
///
/// Where the tokens cannot be read, requests go without, since most of a shop is open to anybody.
final class SessionAuthorizer: Authorizer {
  private let client: ShopClient
  private let store: SessionTokenStore
  private let renewal: SessionRenewal
  private let notify: @MainActor @Sendable (String) -> Void
  private let hasWarned = Mutex(false)

  /// - Parameter notify: tells the user why there are no credentials.
  init(
    client: ShopClient, store: SessionTokenStore, renewal: SessionRenewal,
    notify: @escaping @MainActor @Sendable (String) -> Void
  ) {
    self.client = client
    self.store = store
    self.renewal = renewal
    self.notify = notify
  }

  func authorize(_ request: inout APIRequest) async throws {
    guard let environment = environment(of: request) else { return }
    do {
      if let tokens = try store.tokens(of: environment) {
        request.headers["Authorization"] = tokens.authorization
      }
    } catch let error as SessionError {
      await warn(error.shellError)
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
    } catch is SessionError {
      // The user was told when the request was authorized.
      return false
    } catch {
      await notify("the session cannot be renewed: \(ShellError(error).message)")
      return false
    }
  }

  /// Tells once, and not at every request.
  private func warn(_ error: ShellError) async {
    let isFirst = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    guard isFirst else { return }
    let hint = error.hint.map { "; \($0)" } ?? ""
    await notify("\(error.message): requests go without it\(hint)")
  }

  /// The environment that is chosen, where the request goes to it; nil where the user has chosen
  /// another one since the request was made.
  private func environment(of request: APIRequest) -> ShopEnvironment? {
    let environment = client.environment
    return request.url?.origin == environment.baseURL.origin ? environment : nil
  }
}
