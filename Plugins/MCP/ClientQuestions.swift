import SeashellKit

@MainActor
final class ClientQuestions {
  private let replies: ServingReplies
  private var lastNumber = 0
  private var waiting: [String: CheckedContinuation<CellValue, any Error>] = [:]

  init(_ replies: ServingReplies) {
    self.replies = replies
  }

  /// Sends a request, and waits for the result.
  func ask(_ method: String, _ parameters: CellValue) async throws -> CellValue {
    lastNumber += 1
    let id = "question-\(lastNumber)"
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        waiting[id] = continuation
        replies.send(method, parameters, id: .text(id))
      }
    } onCancel: {
      // This task needs no owner: it is short.
      Task { @MainActor in self.cancel(id) }
    }
  }

  /// Handles a response; a response to an unknown or finished request is ignored.
  func receive(_ response: CellValue) {
    guard let id = response["id"]?.textValue, let continuation = waiting.removeValue(forKey: id)
    else { return }
    if let result = response["result"], result.fieldsValue != nil {
      continuation.resume(returning: result)
    } else {
      let reason = response["error"]?["message"]?.textValue ?? "an empty response"
      continuation.resume(
        throwing: ShellError(.failed, "the client could not ask its user: \(reason)"))
    }
  }

  private func cancel(_ id: String) {
    guard let continuation = waiting.removeValue(forKey: id) else { return }
    replies.notify("notifications/cancelled", .members(["requestId": .text(id)]))
    continuation.resume(throwing: CancellationError())
  }
}
