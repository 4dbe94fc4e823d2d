import SeashellKit

@MainActor
final class ClientQuestions {
  private let replies: ServingReplies
  private var lastNumber = 0
  private var waiting: [String: Waiter<CellValue, any Error>] = [:]

  init(_ replies: ServingReplies) {
    self.replies = replies
  }

  /// Sends a request, and waits for the result.
  func ask(_ method: String, _ parameters: CellValue) async throws -> CellValue {
    lastNumber += 1
    let id = "question-\(lastNumber)"
    try Task.checkCancellation()
    let answer = Waiter<CellValue, any Error>()
    waiting[id] = answer
    replies.send(method, parameters, id: .text(id))
    do {
      return try await answer.valueUnlessCancelled()
    } catch is CancellationError {
      if waiting.removeValue(forKey: id) != nil {
        replies.notify("notifications/cancelled", .members(["requestId": .text(id)]))
      }
      throw CancellationError()
    }
  }

  /// Handles a response; a response to an unknown or finished request is ignored.
  func receive(_ response: CellValue) {
    guard let id = response["id"]?.textValue, let answer = waiting.removeValue(forKey: id)
    else { return }
    if let result = response["result"], result.fieldsValue != nil {
      answer.settle(.success(result))
    } else {
      let reason = response["error"]?["message"]?.textValue ?? "an empty response"
      answer.settle(
        .failure(ShellError(.failed, "the client could not ask its user: \(reason)")))
    }
  }
}
