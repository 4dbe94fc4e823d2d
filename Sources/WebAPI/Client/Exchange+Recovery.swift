extension Exchange {
  /// Has credentials renewed after a 401.
  ///
  /// - Throws: where that fails, the error of the caller's request: what was sent besides is nothing
  ///   that the caller knows of, and a write that was refused has not been applied by it.
  func recovers(_ authorizer: any Authorizer, from refusal: APIResponse) async throws -> Bool {
    do {
      return try await authorizer.recover(from: refusal)
    } catch let error as APIError {
      throw APIError(
        error.code, status: error.status, title: error.title, detail: error.detail,
        problems: error.problems, fields: error.fields, request: refusal.request.description,
        mayHaveBeenApplied: refusal.request.isInDoubt, retryAfter: error.retryAfter)
    }
  }
}
