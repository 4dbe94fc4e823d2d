/// Security schemes that a request needs together, as in the `security` of an OpenAPI description.
///
/// A list of requirements is a choice: one of them is enough. An empty list means that no credential is sent.
public struct SecurityRequirement: Sendable, Hashable, Codable {
  /// A required scheme.
  public struct Scheme: Sendable, Hashable, Codable {
    /// The id of the scheme.
    public let id: String

    /// The required scopes.
    public let scopes: [String]

    /// Creates a required scheme.
    public init(_ id: String, scopes: [String] = []) {
      (self.id, self.scopes) = (id, scopes)
    }
  }

  /// The required schemes; if the list is empty, the request may be sent without a credential.
  public let schemes: [Scheme]

  /// Creates a requirement.
  public init(_ schemes: [Scheme]) {
    self.schemes = schemes
  }
}
