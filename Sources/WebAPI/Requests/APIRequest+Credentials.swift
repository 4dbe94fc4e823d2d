import WebMessages

extension APIRequest {
  /// Whether the body contains passwords or tokens.
  package var hasSecretBody: Bool { isConfidential || !secrets.isEmpty }

  /// The credentials in the header fields: the words of those that an authorizer added or that always
  /// contain credentials.
  ///
  /// Words of fewer than eight bytes, such as `Bearer`, are no credentials.
  package var credentials: [String] {
    headers.filter { field in
      if HTTPHeaders.isSecret(field.name) { return true }
      guard let original = unauthorizedHeaders else { return false }
      return !original.values(of: field.name).contains(field.value)
    }.flatMap { $0.value.split { " ;,=".contains($0) } }.filter { $0.utf8.count >= 8 }
      .map(String.init)
  }

  /// Lets a closure change the request without seeing its credentials.
  ///
  /// The closure gets the request without the header fields that contain credentials. Afterwards they
  /// are added again, except those that the closure has set itself.
  ///
  /// - Throws: what the closure throws.
  package mutating func hidingCredentials(
    _ body: (inout APIRequest) async throws -> Void
  ) async throws {
    let hidden = headers
    headers.removeCredentials()
    try await body(&self)
    headers.restoreCredentials(of: hidden)
  }

  /// The request as its sender made it, without credentials in header fields.
  var withoutCredentials: APIRequest {
    var request = self
    request.headers = unauthorizedHeaders ?? headers
    request.headers.removeCredentials()
    request.unauthorizedHeaders = nil
    return request
  }
}
