/// Gives requests their credentials, and renews these when the server refuses them.
///
/// An authorizer is asked only for requests to its client's own service, over https or to loopback.
public protocol Authorizer: Sendable {
  /// Adds credentials to a request, once before each try.
  ///
  /// The request's `url` says where it will go; changing the address or the path has no effect.
  ///
  /// - Throws: whatever ends the request; it reaches the caller unchanged.
  func authorize(_ request: inout APIRequest) async throws

  /// Whether requests get credentials, as far as is known without asking the service.
  ///
  /// It saves a user from writing what would be refused; it decides about no request. The default
  /// says yes.
  func hasCredentials() async -> Bool

  /// Renews the credentials after a 401.
  ///
  /// Several requests may be refused at once: `response.request` is the one as it was sent, so that
  /// an authorizer sees whether its credentials have been renewed since.
  ///
  /// - Returns: whether the request shall be sent once more; otherwise the refusal is its answer.
  /// - Throws: whatever ends the request, where it is not known whether the credentials can be
  ///   renewed, as when the service is not reached. Of an ``APIError`` the caller gets the code, the
  ///   status and the detail as those of its own request.
  func recover(from response: APIResponse) async throws -> Bool
}

extension Authorizer {
  /// Requests get credentials.
  public func hasCredentials() async -> Bool { true }
}
