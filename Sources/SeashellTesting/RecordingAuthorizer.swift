import FoundationEssentials
public import SeashellKit
import Synchronization

/// An authorizer that sends a number as its token, and a further one after each renewal.
///
/// ```swift
/// let authorizer = RecordingAuthorizer()
/// try harness.context.install(authorizer)
/// ```
public final class RecordingAuthorizer: SchemeAuthorizer {
  private struct State {
    var credential: Credential?
    var renewals = 0
    var paths: [String] = []
  }

  private let state: Mutex<State>
  private let mayRenew: Bool

  /// Creates an authorizer.
  ///
  /// - Parameters:
  ///   - credential: what ``credential()`` returns; nil for a user who is not signed in.
  ///   - mayRenew: whether it renews the token after a 401.
  public init(
    _ credential: Credential? = Credential(user: "test", origin: "http://localhost:80"),
    mayRenew: Bool = true
  ) {
    state = Mutex(State(credential: credential))
    self.mayRenew = mayRenew
  }

  /// The number of renewals so far.
  public var renewals: Int { state.withLock(\.renewals) }

  /// The methods and paths of the requests that it has authorized: `GET /v1/orders`.
  public var paths: [String] { state.withLock(\.paths) }

  /// Signs another user in, or out.
  public func set(_ credential: Credential?) { state.withLock { $0.credential = credential } }

  /// Returns the credential.
  public func credential() async throws -> Credential? { state.withLock(\.credential) }

  /// Adds `Authorization: Bearer token-1`.
  public func authorize(_ request: inout APIRequest, with credential: Credential) async throws {
    let path = "\(request.method.rawValue) \(request.url?.path(percentEncoded: true) ?? "")"
    let number = state.withLock { state in
      state.paths.append(path)
      return state.renewals + 1
    }
    request.headers["Authorization"] = "Bearer token-\(number)"
  }

  /// Renews the token.
  public func recover(from response: APIResponse) async throws -> Bool {
    guard mayRenew else { return false }
    return state.withLock { state in
      guard state.credential != nil else { return false }
      state.renewals += 1
      return true
    }
  }
}

/// Sends the same credential with each request.
struct StubAuthorizer: Authorizer {
  private let credential: String

  /// - Parameter credential: the value of `Authorization`.
  init(_ credential: String) { self.credential = credential }

  func authorize(_ request: inout APIRequest) async throws {
    request.headers["Authorization"] = credential
  }

  func recover(from response: APIResponse) async throws -> Bool { false }
}
