/// A word of a statement, before or after its variables are replaced.
package struct Word: Sendable, Equatable {
  /// The meaning of a word.
  package enum Content: Sendable, Equatable {
    /// Text, without its quotes and escapes.
    case literal(String)
    /// Texts and variables that together make exactly one word.
    case composed([Part])
  }

  /// A piece of a composed word.
  package enum Part: Sendable, Equatable {
    case literal(String)
    case variable(Variable)
    /// The value of a variable that was replaced before the others, as in an `each` stage.
    case value(String)
    /// An expression in parentheses; at most one text is before it, such as the `total=` of `total=(1 + 2)`.
    case expression(Parenthesis)
    /// A statement with blocks, in the place of its words; it is the only part.
    case statement(NestedStatement)
  }

  /// A variable in a word: `$name`, `$it.price`, `${name:-text}`.
  package typealias Variable = VariableReference

  /// The word's meaning.
  package var content: Content

  // What follows fills the bytes behind the content, so that a word stays small.

  /// Whether any part of the word was quoted or escaped, or contained variables.
  package var isQuoted: Bool

  /// Whether the word may be an option.
  ///
  /// False if it began with a variable, or has one in an option's name: a variable's value is never parsed again.
  package var mayBeOption = true

  /// How many bytes of the text precede the first quote or escape; `.max` if there is none, or a variable precedes it.
  package var plainCount = Int32.max

  /// Its start, in bytes from the start of the statement.
  package var start: Int

  /// Its end, in bytes from the start of the statement.
  package var end: Int

  /// The parts of the text that came from variables and expressions.
  package var data = DataParts()

  package init(
    content: Content, start: Int, end: Int, isQuoted: Bool, mayBeOption: Bool = true
  ) {
    self.content = content
    self.start = start
    self.end = end
    self.isQuoted = isQuoted
    self.mayBeOption = mayBeOption
  }

  /// The word's text; empty before its variables are replaced.
  package var text: String {
    guard case .literal(let text) = content else { return "" }
    return text
  }
}

/// A statement in the place of a word.
///
/// Its type is hidden, since it consists of words again.
package struct NestedStatement: Sendable, Equatable {
  let value: any Equatable & Sendable

  init(_ value: any Equatable & Sendable) { self.value = value }

  package static func == (left: NestedStatement, right: NestedStatement) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == right.value as? Value }
    return isEqual(left.value)
  }
}

extension Word {
  /// Creates a word that is not in any source.
  package init(_ text: String, mayBeOption: Bool = true) {
    self.init(
      content: .literal(text), start: 0, end: 0, isQuoted: true, mayBeOption: mayBeOption)
  }

  /// Whether the word is exactly this text, without quotes, escapes and variables.
  package func isBare(_ text: String) -> Bool { !isQuoted && content == .literal(text) }

  /// Whether the word was quoted where it was written, and does not come from a list of words.
  package var isQuotedInSource: Bool { isQuoted && end > start }

  /// Whether a part of the text came from a variable or an expression.
  package var hasData: Bool { !data.isEmpty }

  /// Whether the word begins with `NAME=` that is neither quoted nor from a variable, as `name='a b'` and `name=$x` do.
  package var beginsWithName: Bool {
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let count = text.utf8.distance(from: text.utf8.startIndex, to: sign)
    return count < plainCount && count < data.start
  }

  /// Whether the word makes the next one a program: `!`, or `run`.
  package var marksProgram: Bool { isBare("!") || isBare("run") }

  /// Whether the word has variables to replace, or is a statement.
  package var hasVariables: Bool {
    if case .composed = content { true } else { false }
  }

  /// Whether the word is `$@` alone, which becomes one word for each argument of the script.
  package var isArguments: Bool { content == .composed([.variable(Variable("@"))]) }

  /// The variable, if the word is nothing else and has no quotes: its value then keeps its kind.
  ///
  /// `$@` stands for words.
  package var loneVariable: Variable? {
    guard !isQuoted, case .composed(let parts) = content, parts.count == 1,
      case .variable(let variable) = parts[0], variable.name != "@"
    else { return nil }
    return variable
  }

  /// The expression, if the word is only one in parentheses.
  package var loneExpression: Parenthesis? {
    guard case .composed(let parts) = content, parts.count == 1,
      case .expression(let parenthesis) = parts[0]
    else { return nil }
    return parenthesis
  }

  /// The word with its variables replaced; `text` is the whole result.
  ///
  /// - Parameter data: the parts of the text that came from them; by default, all behind the first variable.
  package func replaced(by text: String, data: DataParts? = nil) -> Word {
    var word = Word(content: .literal(text), start: start, end: end, isQuoted: true)
    word.plainCount = plainCount
    guard case .composed(let parts) = content else { return word }
    var written = 0
    for part in parts {
      guard case .literal(let text) = part else { break }
      written += text.utf8.count
    }
    let end = text.utf8.count
    word.data = data ?? DataParts([min(written, end)..<end])
    word.mayBeOption = word.data.start > 0 && !word.data.overlap(Self.optionName(in: text))
    return word
  }

  /// The bytes of `--name` or `-n` at a text's beginning; none if it does not begin with a dash.
  private static func optionName(in text: String) -> Range<Int> {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "-") else { return 0..<0 }
    guard bytes.starts(with: "--".utf8) else { return 0..<min(2, bytes.count) }
    return 0..<bytes.prefix { $0 != UInt8(ascii: "=") }.count
  }
}

// Other modules copy a whole word to read one of its properties. These functions run for every statement, so
// they are here, where the compiler can read words in place.
extension [Word] {
  /// Whether any of the words has variables to replace.
  package var haveVariables: Bool {
    for index in indices where self[index].hasVariables { return true }
    return false
  }

  /// Whether the first word is this one, without quotes, escapes and variables.
  package func begins(with text: String) -> Bool {
    // Most words have a different length, which is quicker to compare.
    self[0].end - self[0].start == text.utf8.count && self[0].isBare(text)
  }

  /// Whether any word from an index on begins with a dash and may be an option.
  package func haveOptions(from start: Int) -> Bool {
    for index in start..<count where self[index].looksLikeOption { return true }
    return false
  }

  /// Appends the texts of the words from an index on, with a blank between them, to a buffer.
  package func appendTexts(from start: Int, to bytes: inout [UInt8]) {
    for index in start..<count {
      if index > start { bytes.append(UInt8(ascii: " ")) }
      var text = self[index].text
      text.withUTF8 { bytes.append(contentsOf: $0) }
    }
  }

  package func text(at index: Int) -> String { self[index].text }
}

extension Word {
  /// Whether the word begins with a dash and may be an option.
  @inlinable
  package var looksLikeOption: Bool {
    guard mayBeOption, case .literal(let text) = content else { return false }
    let bytes = text.utf8
    return bytes.first == UInt8(ascii: "-") && bytes.count > 1
  }
}
