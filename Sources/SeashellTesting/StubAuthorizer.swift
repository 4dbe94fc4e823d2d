package import SeashellKit

/// Sends the same credential with each request.
package struct StubAuthorizer: Authorizer {
  private let credential: String

  /// - Parameter credential: the value of `Authorization`.
  package init(_ credential: String) { self.credential = credential }

  package func authorize(_ request: inout APIRequest) async throws {
    request.headers["Authorization"] = credential
  }

  package func recover(from response: APIResponse) async throws -> Bool { false }
}
