import SeashellKit

/// What has to be done before a shop can be served.
@MainActor
enum Preparation {
  /// Does it, and gives it up when SIGTERM comes.
  ///
  /// - Returns: false where it was given up.
  static func unlessTerminated(
    _ invocation: Invocation, _ body: @escaping @MainActor () async throws -> Void
  ) async throws -> Bool {
    let preparing = Task { try await body() }
    let hearing = Task {
      try await invocation.untilTerminated()
      preparing.cancel()
    }
    defer { hearing.cancel() }
    do {
      try await withTaskCancellationHandler {
        try await preparing.value
      } onCancel: {
        preparing.cancel()
      }
    } catch {
      guard preparing.isCancelled, !Task.isCancelled else { throw error }
      return false
    }
    return true
  }
}
