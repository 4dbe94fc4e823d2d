/// Security schemes of which a request needs all, as the `security` of an OpenAPI description says.
///
/// A list of requirements is a choice: one of them is enough. An empty list means that no credential is sent.
public struct SecurityRequirement: Sendable, Hashable, Codable {
  /// A scheme that is needed.
  public struct Scheme: Sendable, Hashable, Codable {
    /// The id of the scheme.
    public let id: String

    /// The scopes that are needed.
    public let scopes: [String]

    /// Creates the need for a scheme.
    public init(_ id: String, scopes: [String] = []) {
      (self.id, self.scopes) = (id, scopes)
    }
  }

  /// The schemes, all of which are needed; if there are none, the request may be sent without a credential.
  public let schemes: [Scheme]

  /// Creates a requirement.
  public init(_ schemes: [Scheme]) {
    self.schemes = schemes
  }
}
