public import WebAPI

/// How requests to an API are authorized, as its description says.
public struct APISecurity: Sendable, Equatable {
  /// The declared schemes, in their order.
  public let schemes: [SecurityScheme]

  /// What requests need that say nothing themselves; nil for every credential that is there.
  public let usual: [SecurityRequirement]?

  /// The origins, such as `https://auth.example.com`, that may get passwords and secrets besides that of the
  /// API, because the user has agreed to them.
  public let agreedOrigins: Set<String>

  /// Creates what a description says; without arguments, that it says nothing.
  public init(
    _ schemes: [SecurityScheme] = [], usual: [SecurityRequirement]? = nil,
    agreedOrigins: Set<String> = []
  ) {
    (self.schemes, self.usual, self.agreedOrigins) = (schemes, usual, agreedOrigins)
  }

  /// The sessions of the shop's API, for every request.
  public static let sessions = APISecurity([SecurityScheme("session", .session)])
}
