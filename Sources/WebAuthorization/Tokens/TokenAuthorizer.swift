public import FoundationEssentials
public import WebAPI
import WebMessages

/// Sends an access token issued by a server, and renews it when the API rejects it.
///
/// Concurrent requests, even of other processes, share one renewal. A token counts as expired only after a
/// 401, so this machine's clock does not matter.
public final class TokenAuthorizer: SchemeAuthorizer {
  private let file: CredentialFile
  private let issuer: any TokenIssuer
  private let source: CredentialSource?
  private let hasEnded: @Sendable (Credential) async -> Void

  /// Creates an authorizer.
  ///
  /// - Parameters:
  ///   - file: stores the tokens.
  ///   - issuer: issues new ones.
  ///   - source: returns the configured client's id and secret, which are exchanged for tokens; nil if a user
  ///     signs in.
  ///   - hasEnded: called after the server has refused to renew the tokens and they were removed.
  public init(
    _ file: CredentialFile, _ issuer: any TokenIssuer, source: CredentialSource? = nil,
    hasEnded: @escaping @Sendable (Credential) async -> Void = { _ in }
  ) {
    (self.file, self.issuer, self.source) = (file, issuer, source)
    self.hasEnded = hasEnded
  }

  /// Returns the tokens or, before there are any, the credential that is exchanged for them.
  public func credential() async throws -> Credential? {
    guard let source else { return try file.recent() }
    let given = try await source()
    let stored = try? file.recent()
    return stored?.isOf(given) == true ? stored : given
  }

  /// Adds the access token; requests one first if there is none.
  public func authorize(_ request: inout APIRequest, with credential: Credential) async throws {
    guard request.headers["Authorization"] == nil else { return }
    var token = credential.accessToken
    if token == nil {
      token = try await renew(isBackground: request.isBackground) { $0.accessToken == nil }?
        .accessToken
    }
    if let token { request.headers["Authorization"] = "Bearer \(token.text)" }
  }

  /// Renews the tokens, unless another request or process has just done so.
  public func recover(from response: APIResponse) async throws -> Bool {
    let refused = response.request.headers["Authorization"]
    return try await renew(isBackground: response.request.isBackground) { held in
      held.accessToken.map { "Bearer \($0.text)" } == refused
    } != nil
  }

  /// Renews the tokens, unless another task has just done so.
  ///
  /// If the server has ended the session, the tokens are removed.
  ///
  /// - Parameters:
  ///   - isBackground: whether no user is waiting for the result.
  ///   - isStale: decides whether the stored tokens need to be renewed.
  /// - Returns: the current tokens; nil if there is no session, or if the server has ended it.
  /// - Throws: `APIError` if the request failed; ``AuthorizationError`` if tokens cannot be stored, in which
  ///   case none were requested, or if the server rejects a client's secret. Stored tokens are then kept.
  public func renew(
    isBackground: Bool = false, where isStale: (Credential) -> Bool
  ) async throws -> Credential? {
    let given = try await source?()
    // Tokens for what the configuration has can be requested again.
    return try await file.withLock(orInMemory: given != nil) {
      var held = try file.current()
      if let given, held?.isOf(given) != true { held = given }
      guard var held else { return nil }
      guard isStale(held) else { return held }
      if let given { (held.secret, held.asked) = (given.secret, given.asked) }
      do {
        return try await file.replace {
          var renewed = try await issuer.renew(held, isBackground: isBackground)
          // Values from the configuration are not stored a second time.
          if given != nil { (renewed.secret, renewed.asked) = (nil, held.asked) }
          return renewed
        }
      } catch AuthorizationError.refused(let code) where held.hasEnded(by: code) {
        try await file.removeNow()
        await hasEnded(held)
        return nil
      }
    }
  }
}

extension Credential {
  /// Whether a refusal of new tokens means that the user must sign in again.
  ///
  /// The id or the secret of a user's client may be wrong while the tokens stay valid.
  fileprivate func hasEnded(by code: String) -> Bool {
    clientID == nil ? secret == nil : ["invalid_grant", "no_refresh_token"].contains(code)
  }

  /// Whether the tokens were issued for another credential, which the configuration now has.
  fileprivate func isOf(_ given: Credential?) -> Bool {
    user == given?.user && asked == given?.asked && origin == given?.origin
  }
}

/// Returns a client for the service at an address, which sends no credentials of its own.
public typealias ServiceClients = @Sendable (URL) async throws -> any APIClient

/// Issues the tokens of a scheme.
public protocol TokenIssuer: Sendable {
  /// Requests new tokens to replace old ones.
  ///
  /// - Parameters:
  ///   - held: the credential that the user has signed in with.
  ///   - isBackground: whether no user is waiting for the result.
  /// - Returns: the new tokens, with those parts of the held credential that stay valid.
  /// - Throws: ``AuthorizationError`` `refused` if the server will never renew them; `APIError` if the
  ///   request failed.
  func renew(_ held: Credential, isBackground: Bool) async throws -> Credential

  /// Revokes tokens at the server.
  ///
  /// - Returns: false if the server cannot revoke tokens.
  /// - Throws: `APIError` if the request failed.
  func revoke(_ held: Credential) async throws -> Bool
}
