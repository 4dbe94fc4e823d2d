/// What a statement consists of while it is typed: the words of its stages, in order, and its open quote.
package struct TypedLine {
  /// The words of a stage so far; of a pipeline's first stage, without the beginning of a loop.
  package struct Stage {
    package var role: CursorPlace.Role
    package var words: [Word] = []
    /// The index of the first word in a condition, such as the one behind `where`.
    package var condition = Int.max
  }

  package internal(set) var stages: [Stage] = []

  /// The offset of a quote that is not closed.
  package internal(set) var openQuote: Int?

  /// The range of a syntax error that more text cannot mend; nothing behind it is read.
  package internal(set) var error: Range<Int>?

  init() {}

  mutating func add(
    _ word: Word, behind count: Int, as role: CursorPlace.Role, inCondition: Bool
  ) {
    guard role != .file, !word.isBare("{"), !word.isBare("}") else { return }
    if count == 0 || stages.isEmpty { stages.append(Stage(role: role)) }
    let last = stages.count - 1
    stages[last].words.append(word)
    if inCondition {
      stages[last].condition = min(stages[last].condition, stages[last].words.count - 1)
    }
  }
}
