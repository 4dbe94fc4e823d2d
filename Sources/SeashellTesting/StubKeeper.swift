import SeashellKit

/// Authorizes the requests of all APIs as a test says, and knows no user.
@MainActor
final class StubKeeper: CredentialKeeper {
  private let make: @MainActor (API) -> any Authorizer
  /// The names of the APIs whose credentials were removed.
  private(set) var removed: [String] = []

  init(_ make: @escaping @MainActor (API) -> any Authorizer) { self.make = make }

  func authorizer(of api: API) -> any Authorizer { make(api) }
  func keep(_ credential: Credential, for scheme: SecurityScheme, of api: API) {}
  func removeCredentials(of api: String) { removed.append(api) }
  func user(of client: EnvironmentClient) async -> SignedInUser? { nil }
}
