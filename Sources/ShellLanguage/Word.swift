/// One word of a statement: as it was written, and then with its variables replaced.
package struct Word: Sendable, Equatable {
  /// What a word stands for.
  package enum Content: Sendable, Equatable {
    /// The text itself, quotes and escapes taken away.
    case literal(String)
    /// Texts and variables side by side; together they make exactly one word.
    case composed([Part])
  }

  /// A piece of a composed word.
  package enum Part: Sendable, Equatable {
    /// Text.
    case literal(String)
    /// A variable's name without its `$`: `name`, `1`, `?`, `@`, `#`, `_`.
    case variable(String)
  }

  /// What the word stands for.
  package var content: Content

  /// Where it begins, in bytes from the start of the statement's source.
  package var start: Int

  /// Where it ends, in bytes from the start of the statement's source.
  package var end: Int

  /// Whether it was meant as a text: quoted or escaped somewhere, or put together from variables.
  package var isQuoted: Bool

  /// Whether it may be taken for an option: false where it began with a variable's value, which is
  /// never parsed again.
  package var mayBeOption = true

  /// Creates a word.
  package init(
    content: Content, start: Int, end: Int, isQuoted: Bool, mayBeOption: Bool = true
  ) {
    self.content = content
    self.start = start
    self.end = end
    self.isQuoted = isQuoted
    self.mayBeOption = mayBeOption
  }

  /// The text of a word whose variables have been replaced; empty before.
  package var text: String {
    guard case .literal(let text) = content else { return "" }
    return text
  }
}

extension Word {
  /// Makes a word that stands for a text and was written nowhere.
  package init(_ text: String, mayBeOption: Bool = true) {
    self.init(
      content: .literal(text), start: 0, end: 0, isQuoted: true, mayBeOption: mayBeOption)
  }

  /// Whether variables are still to be replaced.
  package var hasVariables: Bool {
    if case .composed = content { true } else { false }
  }

  /// Whether the word is `$@` alone, which stands for as many words as the script has arguments.
  package var isArguments: Bool { content == .composed([.variable("@")]) }

  /// The word with a text in the place of its variables.
  package func replaced(by text: String) -> Word {
    var beginsWithVariable = false
    if case .composed(let parts) = content, case .variable = parts.first {
      beginsWithVariable = true
    }
    return Word(
      content: .literal(text), start: start, end: end, isQuoted: true,
      mayBeOption: !beginsWithVariable)
  }
}
