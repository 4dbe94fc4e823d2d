import SeashellKit

/// Adds the current environment's key to requests.
struct KeyAuthorizer: Authorizer {
  let client: EnvironmentClient
  let store: KeyStore
  let signInHint: String?

  func authorize(_ request: inout APIRequest) async throws {
    // A write made before the sign-in gets no key.
    if let owner = request.owner, owner.account == nil { return }
    let environment = client.environment(of: request)
    let entry = try environment.flatMap { try store.entry(of: $0) }
    if let owner = request.owner,
      owner.environment != environment?.name || owner.account != entry?.user
    {
      throw APIError(
        .unauthorized, detail: "\(owner.account ?? "") is not signed in on \(owner.environment)",
        request: request.description)
    }
    if let entry { request.headers[AccountKey.headerField] = entry.key.text }
  }

  /// A key cannot be renewed.
  func recover(from response: APIResponse) async throws -> Bool { false }
}
