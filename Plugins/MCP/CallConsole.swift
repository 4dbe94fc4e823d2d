import SeashellKit

/// The console of a served call: it asks the client's user with a form, and collects the notices.
@MainActor
final class CallConsole: Console {
  private static let maximumNotices = 100

  let isInteractive: Bool
  let columns: Int? = nil
  private(set) var notices: [String] = []
  private let elicit: @MainActor (_ message: String, _ schema: CellValue) async throws -> CellValue
  private let show: @MainActor (ProgressUpdate) -> Void

  /// `elicit` shows a form, and returns an `ElicitResult`.
  init(
    isInteractive: Bool,
    elicit: @escaping @MainActor (_ message: String, _ schema: CellValue) async throws -> CellValue,
    progress show: @escaping @MainActor (ProgressUpdate) -> Void
  ) {
    self.isInteractive = isInteractive
    self.elicit = elicit
    self.show = show
  }

  func notify(_ notice: String) {
    if notices.count < Self.maximumNotices { notices.append(notice) }
  }

  func ask(_ question: Question) async throws -> String {
    guard !question.isSecret else {
      throw ShellError(
        .usage, "a client may not ask for the \(question.label)",
        hint: "run the command in a terminal")
    }
    guard isInteractive else {
      throw refusal(to: "for the \(question.label)", "pass \(question.alternative)")
    }
    let property = CellValue.members(["type": .text("string"), "title": .text(question.label)])
    let content = try await fill(
      (question.introduction + ["\(question.label)?"]).joined(separator: "\n"),
      .members([
        "type": .text("object"), "properties": .members(["answer": property]),
        "required": .list([.text("answer")]),
      ]))
    return content["answer"]?.plainText ?? ""
  }

  func confirm(_ question: String) async throws -> Bool {
    try await confirm(question, below: [])
  }

  func confirm(_ question: String, below introduction: [String]) async throws -> Bool {
    guard isInteractive else {
      throw refusal(to: "'\(question)'", "use a client with elicitation, or run it in a terminal")
    }
    let answer = try await elicit(
      (introduction + [question]).joined(separator: "\n"),
      .members(["type": .text("object"), "properties": .record([])]))
    return answer["action"]?.textValue == "accept"
  }

  /// Shows a form, and returns the content that the user accepted; throws if the user declines.
  func fill(_ message: String, _ schema: CellValue) async throws -> CellValue {
    let answer = try await elicit(message, schema)
    guard answer["action"]?.textValue == "accept" else {
      throw ShellError(.failed, "the user declined, and nothing was changed")
    }
    return answer["content"] ?? .record([])
  }

  private func refusal(to question: String, _ hint: String) -> ShellError {
    ShellError(.usage, "the client has no elicitation, so I can't ask \(question)", hint: hint)
  }

  func progress(_ progress: ProgressUpdate?) {
    if let progress { show(progress) }
  }

  func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String {
    throw ShellError(.usage, "standard input is the protocol, so no command can read it")
  }
}
