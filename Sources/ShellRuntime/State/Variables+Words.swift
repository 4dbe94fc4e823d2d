package import ShellLanguage
package import ShellOutput
import ShellRecords

extension Variables {
  /// The size limit of an expanded word, in bytes: 1 MiB.
  private static let longestWord = 1 << 20

  /// Expands a word: `$@` alone becomes one word for each argument of the script; any other word
  /// becomes one word.
  ///
  /// Outside an `each` stage, `item` is nil.
  package func words(of word: Word, item: CellValue? = nil) throws -> [Word] {
    guard word.hasVariables, word.compound == nil else { return [word] }
    if word.isArguments { return withArguments([word]) }
    let (text, data) = try expanded(word, item: item)
    return [word.replaced(by: text, data: data)]
  }

  /// Expands all variables of a word except `$it`, for an `each` stage.
  func wordsKeepingItem(of word: Word) throws -> [Word] {
    guard case .composed(let parts) = word.content, word.hasItem else {
      return try words(of: word)
    }
    // Its other variables do not change meanwhile.
    if case .expression = parts.last { return [word] }
    var word = word
    word.content = .composed(
      try parts.map { part in
        guard case .variable(let variable) = part, variable.name != Self.item else { return part }
        return .value(try text(of: variable, item: nil, in: word))
      })
    return [word]
  }

  /// Expands a word to a text; `$@` becomes all arguments, joined by blanks.
  ///
  /// - Throws: as ``words(of:item:)``.
  package func expand(_ word: Word, item: CellValue? = nil) throws -> String {
    try expanded(word, item: item).text
  }

  /// Expands a word as ``expand(_:item:)`` does, and notes which parts of the text are values.
  private func expanded(
    _ word: Word, item: CellValue?
  ) throws -> (text: String, data: DataParts) {
    guard case .composed(let parts) = word.content else { return (word.text, word.data) }
    var text = ""
    var data = DataParts()
    for part in parts {
      let start = text.utf8.count
      switch part {
      case .literal(let piece): text += piece
      case .value(let piece): text += piece
      case .variable(let variable): text += try self.text(of: variable, item: item, in: word)
      case .expression(let parenthesis):
        let value = try parenthesis.value(in: ItemScope(variables: self, item: item))
        text += text.hasSuffix(":=") ? value.jsonText : value.plainText
      case .statement: break
      }
      if case .literal = part {} else { data.append(start..<text.utf8.count) }
      // Otherwise each 'let a = "$a$a"' would double the memory.
      guard text.utf8.count <= Self.longestWord else {
        throw ShellError(.limit, "a word is longer than 1 MiB after its variables are replaced")
      }
    }
    return (text, data)
  }

  private func text(
    of variable: Word.Variable, item: CellValue?, in word: Word
  ) throws -> String {
    do {
      return try text(of: variable, item: item)
    } catch {
      throw error.spanning([word])
    }
  }
}

extension Word {
  /// Whether the word contains `$it`, with or without a path.
  fileprivate var hasItem: Bool {
    guard case .composed(let parts) = content else { return false }
    return parts.contains { part in
      switch part {
      case .literal, .value, .statement: false
      case .variable(let variable): variable.name == Variables.item
      case .expression(let parenthesis):
        parenthesis.expression.variables.contains { $0.name == Variables.item }
      }
    }
  }
}

extension Parenthesis {
  /// Whether the condition is true.
  @MainActor
  func isTrue(in scope: any VariableScope) throws(ShellError) -> Bool {
    try located { () throws(ShellError) in
      try Evaluator(expression, isCondition: true, in: scope) { $0 }.matches([])
    }
  }

  @MainActor
  package func located<Value>(
    _ body: () throws(ShellError) -> Value
  ) throws(ShellError) -> Value {
    do throws(ShellError) {
      return try body()
    } catch {
      var error = error
      error.range = error.word.map { places[$0] }
      error.word = nil
      throw error
    }
  }
}

/// The variables of a command in an `each` stage: those of the shell, and `$it`.
private struct ItemScope: VariableScope {
  let variables: Variables
  let item: CellValue?

  func value(of variable: VariableReference) throws(ShellError) -> CellValue {
    try variables.cell(of: variable, item: item)
  }
}

extension Variables: VariableScope {
  package func value(of variable: VariableReference) throws(ShellError) -> CellValue {
    try cell(of: variable, item: nil)
  }
}

extension Parenthesis {
  /// Evaluates the expression without a record; an error has the place of its word.
  @MainActor
  func value(in scope: any VariableScope) throws(ShellError) -> CellValue {
    try located { () throws(ShellError) in
      try Evaluator(expression, isCondition: false, in: scope) { $0 }.value()
    }
  }
}
