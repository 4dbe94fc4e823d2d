import WebMessages

/// A header field or a query parameter that a client adds to each request for its own service, such as the
/// key of an application.
///
/// What the request itself has of that name is sent instead. A request to another origin does not get it, nor
/// does one that was redirected to one.
public struct APIRequestAddition: Sendable {
  /// Where it is added.
  public enum Place: Sendable {
    /// To the header fields, whose names are compared without case.
    case header
    /// To the query of the address.
    case query
  }

  /// Where it is added.
  public let place: Place

  /// The name of the header field or parameter.
  public let name: String

  /// Whether the value is a credential: it goes only over https or to this machine, and no trace, error, hook
  /// or store has it.
  public let isSecret: Bool

  let value: @Sendable () throws -> String

  /// Whether an authorizer has added it, for one try.
  var isAuthorization = false

  /// The value that was added to the query, if it is a credential.
  var added: String?

  /// Creates an addition.
  ///
  /// - Parameters:
  ///   - isSecret: whether the value is a credential; if the name is that of one, it always is.
  ///   - value: returns the value; called before each try. What it throws ends the request, and the caller gets
  ///     it unchanged.
  public init(
    _ place: Place, _ name: String, isSecret: Bool = false,
    value: @escaping @Sendable () throws -> String
  ) {
    self.place = place
    self.name = name
    self.isSecret = isSecret || place.isCredential(name)
    self.value = value
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
