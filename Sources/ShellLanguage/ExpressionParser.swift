extension Expression {
  /// The meaning of names in an expression.
  package enum Names: Sendable {
    /// Names are fields, and so is a single word on the left of a comparison, whatever it is: `'a b' < 5`.
    case fields
    /// Names are fields, and variables and quoted text are values: about the last response.
    case bareFields
    /// Only variables and quoted text are values.
    case none
  }

  /// Parses a condition, such as the words after `where`.
  ///
  /// Symbols and words such as `and`, `not`, `in` and `is` are special only without quotes, and the words only
  /// in their positions: a single word on the right side of a comparison is always a value.
  package init(_ words: [Word], names: Names = .fields) throws(ExpressionError) {
    guard !words.isEmpty else { throw ExpressionError(.noCondition) }
    var parser = ExpressionParser(words, names)
    self = try parser.readAll()
  }

  /// Parses the words of an expression in parentheses, without these.
  ///
  /// Values with commas between them make a list.
  init(inParentheses words: [Word], names: Names) throws(ExpressionError) {
    guard !words.isEmpty else { throw ExpressionError(.noValue) }
    var parser = ExpressionParser(words, names)
    self = try parser.readValues()
  }
}

/// What can come next in an unfinished expression, for completion.
package enum ExpressionCursor: Equatable, Sendable {
  /// A field, a function, `not` or `(`.
  case field
  /// After a value: a comparison or an operator; the expression can end here, too.
  case comparison
  /// A value on the right side of a comparison.
  case value
  /// `and` or `or`: the expression can end here.
  case connective
  /// One of these words.
  case keyword([String])
}

extension ExpressionCursor {
  /// Finds what can come after the words of an unfinished expression.
  ///
  /// - Returns: what can follow, or nil if the words have an error.
  package init?(after words: [Word], names: Expression.Names = .fields) {
    // A text with variables is one word, whatever they are.
    let words = words.map { $0.hasVariables && $0.loneVariable == nil ? $0.replaced(by: "a") : $0 }
    var parser = ExpressionParser(words, names)
    _ = try? parser.readAll()
    guard parser.position == words.count else { return nil }
    self = parser.expected
  }
}

struct ExpressionParser {
  let words: [Word]
  let names: Expression.Names
  private var depth = 0
  var position = 0
  /// What can come at the position.
  var expected = ExpressionCursor.field

  init(_ words: [Word], _ names: Expression.Names) {
    self.words = words
    self.names = names
  }

  mutating func readAll() throws(ExpressionError) -> Expression {
    let expression = try readAlternatives()
    guard position == words.count else { throw unexpectedWord }
    if names == .fields, case .word(let value, let place) = expression, value.isQuoted {
      throw ExpressionError(.missingComparison(value.text), at: place)
    }
    return expression
  }

  /// Reads all words: one value, or a list of values.
  mutating func readValues() throws(ExpressionError) -> Expression {
    let first = try readAlternatives()
    guard position < words.count else { return first }
    guard words[position].isBare(",") else { throw unexpectedWord }
    var values = [first]
    while take(","), position < words.count { values.append(try readAlternatives()) }
    guard position == words.count else { throw unexpectedWord }
    return .list(values)
  }

  mutating func readAlternatives() throws(ExpressionError) -> Expression {
    var conditions = [try readConjunction()]
    while take("or") { conditions.append(try readConjunction()) }
    return conditions.count == 1 ? conditions[0] : .or(conditions)
  }

  private mutating func readConjunction() throws(ExpressionError) -> Expression {
    var conditions = [try readNegation()]
    while take("and") { conditions.append(try readNegation()) }
    return conditions.count == 1 ? conditions[0] : .and(conditions)
  }

  private mutating func readNegation() throws(ExpressionError) -> Expression {
    expected = .field
    var isNegated = false
    while take("not") { isNegated.toggle() }
    let condition = try readComparison()
    return isNegated ? .not(condition) : condition
  }

  /// Runs a body one level deeper; `start` is the index of the word that begins the level.
  mutating func nested<Result>(
    at start: Int, _ body: (inout ExpressionParser) throws(ExpressionError) -> Result
  ) throws(ExpressionError) -> Result {
    guard depth < Expression.greatestDepth else { throw ExpressionError(.tooDeep, at: start) }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  /// Ends what began with the `(` at an index.
  mutating func close(from start: Int) throws(ExpressionError) {
    guard !take(")") else { return }
    if position < words.count { throw unexpectedWord }
    throw ExpressionError(.unclosedParenthesis, at: start)
  }

  /// Consumes the next word if it is this one, without quotes.
  mutating func take(_ text: String) -> Bool {
    guard position < words.count, words[position].isBare(text) else { return false }
    position += 1
    return true
  }

  func isBare(_ texts: [String], at index: Int) -> Bool {
    index < words.count && texts.contains { words[index].isBare($0) }
  }

  func isSymbol(_ word: Word) -> Bool {
    !word.isQuoted && (Self.comparator(word) != nil || ["(", ")", ","].contains(word.text))
  }

  static func comparator(_ word: Word) -> Expression.Comparator? {
    word.isQuoted ? nil : Expression.Comparator(symbol: word.text)
  }

  /// Whether a value ends before the word at an index: nothing that compares or calculates comes there.
  func endsValue(at index: Int) -> Bool {
    index >= words.count || isBare([")", ",", "and", "or", "then", "else"], at: index)
  }

  /// Whether an operator such as `+` is at an index.
  func isOperator(at index: Int) -> Bool {
    index < words.count && !words[index].isQuoted
      && Expression.Operator(rawValue: words[index].text) != nil
  }

  /// Whether a call begins at an index: a function with a `(` directly after it.
  func call(at index: Int) -> Function? {
    guard index + 1 < words.count, !words[index].isQuoted, words[index + 1].isBare("("),
      words[index].end == words[index + 1].start
    else { return nil }
    return Function(rawValue: words[index].text)
  }

  /// The error for a word after a whole condition.
  var unexpectedWord: ExpressionError {
    let word = words[position]
    guard isSymbol(word) else {
      return ExpressionError(.unexpected(Self.text(of: word)), at: position)
    }
    if word.text == ")" { return ExpressionError(.unopenedParenthesis, at: position) }
    let isComparison = Self.comparator(word) != nil
    return ExpressionError(
      isComparison ? .secondComparison(word.text) : .unexpected(word.text), at: position)
  }

  /// A word as it is shown in errors.
  static func text(of word: Word) -> String {
    guard case .composed(let parts) = word.content else { return word.text }
    return parts.map { part in
      switch part {
      case .literal(let text), .value(let text): text
      case .variable(let variable): variable.source
      case .expression: "(…)"
      case .statement: "{…}"
      }
    }.joined()
  }
}
