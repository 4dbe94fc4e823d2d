/// Whether the condition of a `where` stage continues on the next line, as its words arrive.
struct OpenCondition {
  /// The range of the outermost `(` that is open.
  private(set) var opener: Range<Int>?
  private var depth = 0
  /// The `and`, `or` or `not` after which a condition is missing.
  private var connective: Word?
  /// Whether the next word is a value, whatever it is.
  private var awaitsValue = false
  private var isAtStart = true

  var isOpen: Bool { opener != nil || connective != nil }

  /// The error if the input ends here.
  var openEnd: SyntaxError? {
    if let opener { return SyntaxError(.unclosedParenthesis, opener) }
    guard let connective else { return nil }
    let error = ExpressionError(.nothingAfter(connective.text))
    return SyntaxError(.expression(error), connective.start..<connective.end)
  }

  mutating func add(_ word: Word) {
    let isConnective = word.isBare("not") || !isAtStart && (word.isBare("and") || word.isBare("or"))
    connective = isConnective && !awaitsValue ? word : nil
    awaitsValue =
      !word.isQuoted && Expression.Comparator(symbol: word.text) != nil
      || Expression.Search.allCases.contains { word.isBare($0.rawValue) }
    isAtStart = false
    if word.isBare("(") {
      if depth == 0 { opener = word.start..<word.end }
      depth += 1
    } else if word.isBare(")"), depth > 0 {
      depth -= 1
      if depth == 0 { opener = nil }
    }
  }
}
