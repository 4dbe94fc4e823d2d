import WebMessages

extension APIRequest {
  /// Whether the body contains passwords or tokens.
  package var hasSecretBody: Bool { isConfidential || !secrets.isEmpty }

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

extension APIResponse {
  /// Lets a closure change the response without seeing credentials.
  ///
  /// The closure gets the response without cookies, and with its request as the sender made it.
  ///
  /// - Throws: what the closure throws.
  package mutating func hidingCredentials(
    _ body: (inout APIResponse) async throws -> Void
  ) async throws {
    var visible = APIResponse(
      statusCode: statusCode, headers: headers, data: data, request: request.withoutCredentials)
    visible.headers.removeCredentials()
    visible.format = format
    visible.keys = keys
    try await body(&visible)
    visible.headers.restoreCredentials(of: headers)
    (statusCode, headers, data) = (visible.statusCode, visible.headers, visible.data)
  }
}

extension HTTPHeaders {
  fileprivate mutating func removeCredentials() {
    for field in self where Self.isSecret(field.name) { self[field.name] = nil }
  }

  fileprivate mutating func restoreCredentials(of other: HTTPHeaders) {
    let set = filter { Self.isSecret($0.name) }.map { $0.name.lowercased() }
    for field in other where Self.isSecret(field.name) && !set.contains(field.name.lowercased()) {
      add(field.name, field.value)
    }
  }
}
