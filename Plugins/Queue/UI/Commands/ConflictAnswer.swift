import SeashellKit

/// The user's decision about a write whose resource was changed by other users.
enum ConflictAnswer {
  case send
  case drop
  case keep

  /// Shows both versions, and asks until there is an answer; throws on Ctrl-C.
  @MainActor
  static func ask(about write: QueuedWrite, _ console: any Console) async throws -> ConflictAnswer {
    var question = Question(
      "send yours, drop it or keep it waiting? [s/d/K]",
      alternative: "--overwrite to 'queue retry \(write.id)'")
    question.introduction = QueueNotices.conflict(write)
    while true {
      let answer = try await console.ask(question)
      switch answer.filter({ !$0.isWhitespace }).lowercased() {
      case "s", "send": return .send
      case "d", "drop": return .drop
      case "", "k", "keep": return .keep
      default: question.introduction = ["answer s, d or k"]
      }
    }
  }
}
