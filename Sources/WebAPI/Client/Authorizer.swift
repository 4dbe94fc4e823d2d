/// Adds credentials to requests, and renews them when the server rejects them.
///
/// An authorizer is called only for requests to its client's own service, over https or to this
/// machine.
public protocol Authorizer: Sendable {
  /// Adds credentials to a request; called before each try.
  ///
  /// The request's `url` is its final address. Changes to the address or the path have no effect. A request
  /// with an ``APIRequest/owner`` must get this owner's credentials, or none if the owner has no account.
  ///
  /// - Throws: an error that ends the request; the caller receives it unchanged. If the owner's credentials
  ///   are missing: ``APIError`` `unauthorized` without a status.
  func authorize(_ request: inout APIRequest) async throws

  /// Tells the user how to sign in, in the error of a 401: `sign in with 'session login'`.
  ///
  /// A request's own ``APIRequest/remedy`` takes precedence. The default is nil.
  var signInHint: String? { get }

  /// Returns what is missing to authorize a request: the ids of schemes with which the user has not signed in,
  /// and the scopes that were not granted. The default is nothing.
  ///
  /// - Throws: an error if a credential cannot be read.
  func missing(for request: APIRequest) async throws -> MissingAuthorization

  /// Renews the credentials after a 401.
  ///
  /// Several requests may get a 401 at the same time. `response.request` is the request as it was sent:
  /// compare its credentials with the current ones to see whether another request has renewed them.
  ///
  /// - Returns: true to send the request once more; false to return the 401 to the caller.
  /// - Throws: an error that ends the request. The caller gets an ``APIError`` with the same code, status and
  ///   detail, but with its own request.
  func recover(from response: APIResponse) async throws -> Bool
}

/// What is missing to authorize a request.
public struct MissingAuthorization: Sendable, Equatable {
  /// The ids of schemes with which the user has not signed in.
  public var schemes: [String] = []

  /// The scopes that were not granted.
  public var scopes: [String] = []

  /// Creates a value that says that nothing is missing.
  public init() {}
}

extension Authorizer {
  /// Nothing: what a request needs is not known.
  public func missing(for request: APIRequest) async throws -> MissingAuthorization {
    MissingAuthorization()
  }

  /// nil: the error only says that the user must sign in.
  public var signInHint: String? { nil }
}
