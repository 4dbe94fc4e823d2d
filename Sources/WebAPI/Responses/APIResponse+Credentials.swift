import WebMessages

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
