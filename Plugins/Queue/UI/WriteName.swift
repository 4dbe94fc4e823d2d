import SeashellKit

struct WriteName: ParameterValue {
  static let parameterType = ValueType.text()
  static let parameterName = "WRITE"
  static let parameterCompletion: CompletionKind? = .writes

  let number: Int

  init(parameter text: String) throws {
    guard let number = QueuedWrite.number(text) else {
      throw ParameterError(
        "is '\(text)', which is not the name of a write, such as q-3",
        hint: "'queue list' shows them")
    }
    self.number = number
  }

  var parameterText: String { QueuedWrite.id(number) }
}

extension CompletionKind {
  static let writes: CompletionKind = "queue.id"
}

extension Argument<WriteName> {
  static var write: Self { Self("WRITE", "the write, such as q-3") }
}
