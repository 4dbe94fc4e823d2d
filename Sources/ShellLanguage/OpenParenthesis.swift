/// A word in parentheses whose end has not been read yet.
struct OpenParenthesis {
  /// The offset of the word, and that of its `(`.
  let wordStart: Int
  let opener: Int
  /// The text before the `(`, such as `total=`.
  let prefix: String

  /// The words since the `(`.
  private(set) var words: [Word] = []
  private var depth = 1

  init(wordStart: Int, opener: Int, prefix: String) {
    (self.wordStart, self.opener, self.prefix) = (wordStart, opener, prefix)
  }

  /// Whether a text before a `(` is `NAME=`, `NAME:=`, `--NAME=` or empty.
  static func isPrefix(_ text: [UInt8]) -> Bool {
    guard !text.isEmpty else { return true }
    guard text.last == UInt8(ascii: "=") else { return false }
    var name = text.dropLast()
    if name.last == UInt8(ascii: ":") { name.removeLast() }
    if name.starts(with: "--".utf8) { name.removeFirst(2) }
    return name.first.map(ByteClass.beginsName) == true
      && name.allSatisfy { ByteClass.continuesName($0) || "-.".utf8.contains($0) }
  }

  /// Adds a word; returns whether it closes the parentheses.
  mutating func add(_ word: Word) -> Bool {
    if word.isBare("(") { depth += 1 }
    if word.isBare(")") {
      depth -= 1
      if depth == 0 { return true }
    }
    words.append(word)
    return false
  }

  /// The whole word, which ends at an offset.
  func word(to end: Int, _ names: Expression.Names) throws(SyntaxError) -> Word {
    do throws(ExpressionError) {
      let expression = try Expression(inParentheses: words, names: names)
      let parenthesis = Parenthesis(expression, places: words.map { $0.start..<$0.end })
      let prefix: [Word.Part] = self.prefix.isEmpty ? [] : [.literal(self.prefix)]
      return Word(
        content: .composed(prefix + [.expression(parenthesis)]), start: wordStart, end: end,
        isQuoted: false)
    } catch {
      if case .bareName = error.kind, error.word == 0, words.count > 1, words[1].isArgument {
        throw SyntaxError(.commandInParentheses, opener..<end)
      }
      let range = error.word.map { words[$0].start..<words[$0].end } ?? opener..<end
      throw SyntaxError(.expression(error), range)
    }
  }
}

extension Word {
  /// Whether a word after a name can only be the argument of a command.
  fileprivate var isArgument: Bool {
    if hasVariables || isQuoted { return true }
    let operators = ["and", "or", "not", "in", "is", "matches", "starts-with", "ends-with"]
    return !operators.contains(text)
      && (text.utf8.first.map(ByteClass.beginsName) == true || text.hasPrefix("--"))
  }
}
