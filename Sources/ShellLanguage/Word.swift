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
    /// Text.
    case literal(String)
    /// A variable.
    case variable(Variable)
  }

  /// A variable in a word: `$name`, `$it.price`, `${name:-text}`.
  package struct Variable: Sendable, Equatable {
    /// The name without `$`: letters, digits and `_`, only digits, `?`, `@` or `#`.
    package var name: String

    /// The path behind the name, such as `.price` or `[2].id`; empty if there is none.
    ///
    /// Behind a variable that holds text, it is text.
    package var path = ""

    /// The text if the variable is not defined or empty: the part after `:-`, literal, without its
    /// quotes and escapes.
    package var fallback: String?

    /// Creates a variable.
    package init(_ name: String, path: String = "", fallback: String? = nil) {
      self.name = name
      self.path = path
      self.fallback = fallback
    }

    /// The variable as it is written, without braces.
    package var source: String { "$" + name + path }
  }

  /// The word's meaning.
  package var content: Content

  /// Its start, in bytes from the start of the statement.
  package var start: Int

  /// Its end, in bytes from the start of the statement.
  package var end: Int

  /// Whether the word was quoted or escaped somewhere, or contained variables.
  package var isQuoted: Bool

  /// Whether the word can be an option.
  ///
  /// False if it began with a variable: a variable's value is never parsed again.
  package var mayBeOption = true

  /// How many bytes stood before the first variable; `.max` if the word had no variables.
  package var writtenCount = Int32.max

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

  /// The word's text; empty before its variables are replaced.
  package var text: String {
    guard case .literal(let text) = content else { return "" }
    return text
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

  /// Whether the word was quoted where it was written, and did not come from a list of words.
  package var isQuotedInSource: Bool { isQuoted && end > start }

  /// Whether the word has variables to replace.
  package var hasVariables: Bool {
    if case .composed = content { true } else { false }
  }

  /// Whether the word is `$@` alone, which becomes one word for each argument of the script.
  package var isArguments: Bool { content == .composed([.variable(Variable("@"))]) }

  /// The word with its variables replaced, given the whole resulting text.
  package func replaced(by text: String) -> Word {
    var word = Word(content: .literal(text), start: start, end: end, isQuoted: true)
    guard case .composed(let parts) = content else { return word }
    word.writtenCount = 0
    for part in parts {
      guard case .literal(let text) = part else { break }
      word.writtenCount += Int32(clamping: text.utf8.count)
    }
    word.mayBeOption = word.writtenCount > 0
    return word
  }
}

// Other modules copy a whole word to read one of its properties. These run for every statement, so
// they stand here, where the compiler reads in place.
extension [Word] {
  /// Whether any of the words has variables to replace.
  package var haveVariables: Bool {
    for index in indices where self[index].hasVariables { return true }
    return false
  }

  /// Whether the first word is this one, without quotes, escapes and variables.
  package func begins(with text: String) -> Bool {
    // Most words have another length, which is quicker to compare.
    self[0].end - self[0].start == text.utf8.count && self[0].isBare(text)
  }

  /// Whether any word from an index on begins with a dash and can be an option.
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

  /// The text of a word; empty before its variables are replaced.
  package func text(at index: Int) -> String { self[index].text }
}

extension Word {
  /// Whether the word begins with a dash and can be an option.
  @inlinable
  package var looksLikeOption: Bool {
    guard mayBeOption, case .literal(let text) = content else { return false }
    let bytes = text.utf8
    return bytes.first == UInt8(ascii: "-") && bytes.count > 1
  }
}
