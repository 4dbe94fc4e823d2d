public import WebAPI

/// How requests to an API are authorized, according to its description.
public struct APISecurity: Sendable, Equatable {
  /// The declared schemes, in their order.
  public let schemes: [SecurityScheme]

  /// The requirements of requests that have none of their own; nil to use every available credential.
  public let usual: [SecurityRequirement]?

  /// The origins besides the API's that the user has agreed to send passwords and secrets to, such as
  /// `https://auth.example.com`.
  public let agreedOrigins: Set<String>

  /// Creates the security of a description; without arguments, that of a description that declares none.
  public init(
    _ schemes: [SecurityScheme] = [], usual: [SecurityRequirement]? = nil,
    agreedOrigins: Set<String> = []
  ) {
    (self.schemes, self.usual, self.agreedOrigins) = (schemes, usual, agreedOrigins)
  }

  /// The names of the query parameters in which a key is sent.
  package var keyParameters: [String] {
    schemes.compactMap { if case .apiKey(let name, .query) = $0.kind { name } else { nil } }
  }

  /// The sessions of the shop's API, for every request.
  public static let sessions = APISecurity([SecurityScheme("session", .session)])
}
