import WebMessages

/// A header field or query parameter that a client adds to each request for its own service, such as an
/// application's key.
///
/// If the request itself has a value with this name, that one is sent instead. Requests to other origins, and
/// requests redirected to them, do not get the addition.
public struct APIRequestAddition: Sendable {
  /// The part of the request that it is added to.
  public enum Place: Sendable {
    /// To the header fields, whose names are compared without case.
    case header
    /// To the query of the address.
    case query
  }

  /// The part of the request that it is added to.
  public let place: Place

  /// The name of the header field or parameter.
  public let name: String

  /// Whether the value is a credential: it is sent only over https or to this machine, and never appears in
  /// traces, errors, hooks or stores.
  public let isSecret: Bool

  /// Returns the value; nil if the client only knows that the parameter is a credential.
  let value: (@Sendable () throws -> String)?

  /// Whether an authorizer has added it, for one try.
  var isAuthorization = false

  /// The value that was added to the query, if it is a credential.
  var added: String?

  /// Creates an addition.
  ///
  /// - Parameters:
  ///   - isSecret: whether the value is a credential; with a credential's name it always is.
  ///   - value: returns the value; called before each try. An error that it throws ends the request, and the
  ///     caller receives that error unchanged.
  public init(
    _ place: Place, _ name: String, isSecret: Bool = false,
    value: @escaping @Sendable () throws -> String
  ) {
    self.place = place
    self.name = name
    self.isSecret = isSecret || place.isCredential(name)
    self.value = value
  }

  /// Creates an addition that adds nothing: it says that a query parameter is a credential, whoever sends
  /// it.
  package init(secretParameter name: String) {
    (place, self.name, isSecret, value) = (.query, name, true, nil)
  }
}

extension APIRequestAddition.Place {
  fileprivate func isCredential(_ name: String) -> Bool {
    switch self {
    case .header: HTTPHeaders.isSecret(name)
    case .query: APIQuery.isSecret(name)
    }
  }
}
