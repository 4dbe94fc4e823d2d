public import FoundationEssentials
public import WebAPI

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
