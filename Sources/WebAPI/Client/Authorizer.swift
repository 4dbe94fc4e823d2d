/// Adds credentials to requests, and renews them when the server refuses them.
///
/// An authorizer is called only for requests to its client's own service, over https or to this
/// machine.
public protocol Authorizer: Sendable {
  /// Adds credentials to a request; called before each try.
  ///
  /// The request's `url` is where it will go. Changing the address or the path has no effect.
  ///
  /// - Throws: an error that ends the request; the caller gets it unchanged.
  func authorize(_ request: inout APIRequest) async throws

  /// Returns whether requests get credentials, as far as that is known without asking the service.
  ///
  /// It spares users from writing what would be refused; no request depends on it. The default is
  /// true.
  func hasCredentials() async -> Bool

  /// Renews the credentials after a 401.
  ///
  /// Several requests may be refused at once. `response.request` is the request as it was sent, so
  /// an authorizer can see whether its credentials were renewed since.
  ///
  /// - Returns: whether to send the request once more; otherwise the caller gets the 401.
  /// - Throws: an error that ends the request, if the service could not be asked. The caller gets
  ///   the code, status and detail of an ``APIError`` as those of its own request.
  func recover(from response: APIResponse) async throws -> Bool
}

extension Authorizer {
  /// Returns true.
  public func hasCredentials() async -> Bool { true }
}
