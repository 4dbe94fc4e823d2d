extension Expression {
  /// Parses an expression.
  ///
  /// Symbols and the words `and or not in is empty` are special only without quotes, and the words only in
  /// their positions: the right side of a comparison is always a value.
  ///
  /// - Parameter words: the words after `where`, with their variables replaced.
  package init(_ words: [Word]) throws(ExpressionError) {
    var parser = ExpressionParser(words)
    self = try parser.readAll()
  }
}

/// What can come next in an unfinished expression, for completion.
package enum ExpressionCursor: Equatable, Sendable {
  /// A field, `not` or `(`.
  case field
  /// A comparison of this field: a symbol, `in`, `not in` or `is`.
  case comparison(FieldPath)
  /// A value for this field.
  case value(FieldPath)
  /// `and` or `or`: the expression can end here.
  case connective
  /// One of these words.
  case keyword([String])
}

extension ExpressionCursor {
  /// Finds what can come after the words of an unfinished expression.
  ///
  /// - Returns: what can follow, or nil if the words have an error.
  package init?(after words: [Word]) {
    var parser = ExpressionParser(words)
    _ = try? parser.readAll()
    guard parser.position == words.count else { return nil }
    self = parser.expected
  }
}

private struct ExpressionParser {
  private let words: [Word]
  private var depth = 0
  private(set) var position = 0
  /// What can come at the position.
  private(set) var expected = ExpressionCursor.field

  init(_ words: [Word]) {
    self.words = words
  }

  mutating func readAll() throws(ExpressionError) -> Expression {
    guard !words.isEmpty else { throw ExpressionError(.noCondition) }
    let expression = try readAlternatives()
    guard position == words.count else { throw unexpectedWord }
    return expression
  }

  private mutating func readAlternatives() throws(ExpressionError) -> Expression {
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
    let condition = take("(") ? try readParenthesis() : try readCondition()
    return isNegated ? .not(condition) : condition
  }

  private mutating func readParenthesis() throws(ExpressionError) -> Expression {
    let start = position - 1
    guard depth < Expression.greatestDepth else { throw ExpressionError(.tooDeep, at: start) }
    depth += 1
    defer { depth -= 1 }
    let expression = try readAlternatives()
    guard take(")") else {
      if position < words.count { throw unexpectedWord }
      throw ExpressionError(.unclosedParenthesis, at: start)
    }
    return expression
  }

  private mutating func readCondition() throws(ExpressionError) -> Expression {
    let field = try readField()
    expected = .comparison(field)
    guard position < words.count else {
      throw ExpressionError(.missingComparison(field.text), at: position - 1)
    }
    let word = words[position]
    if !word.isQuoted, let comparator = Expression.Comparator(symbol: word.text) {
      position += 1
      let value = try readValue(for: field)
      expected = .connective
      return .comparison(field, comparator, value)
    }
    if take("is") { return try readEmpty(field) }
    let isNegated = take("not")
    if isNegated { expected = .keyword(["in"]) }
    guard take("in") else {
      let place = isNegated ? position - 1 : position
      throw ExpressionError(.unknownComparison(words[place].text), at: place)
    }
    let membership = Expression.membership(field, try readList(for: field))
    return isNegated ? .not(membership) : membership
  }

  private mutating func readField() throws(ExpressionError) -> FieldPath {
    guard position < words.count else {
      let last = position - 1
      throw ExpressionError(.nothingAfter(words[last].text), at: last)
    }
    let word = words[position]
    if isSymbol(word) || word.isBare("and") || word.isBare("or") {
      let isComparison = Expression.Comparator(symbol: word.text) != nil
      throw ExpressionError(
        isComparison ? .missingField(word.text) : .nothingBefore(word.text), at: position)
    }
    do {
      let field = try FieldPath(word.text)
      position += 1
      return field
    } catch {
      throw ExpressionError(error.kind, at: position)
    }
  }

  private mutating func readValue(for field: FieldPath) throws(ExpressionError) -> Expression.Value
  {
    expected = .value(field)
    guard position < words.count else {
      throw ExpressionError(.missingValue(words[position - 1].text), at: position - 1)
    }
    let word = words[position]
    guard !isSymbol(word) else { throw ExpressionError(.symbolAsValue(word.text), at: position) }
    position += 1
    return Expression.Value(word.text, isQuoted: word.isQuoted)
  }

  private mutating func readList(
    for field: FieldPath
  ) throws(ExpressionError) -> [Expression.Value] {
    expected = .keyword(["("])
    let start = position
    guard take("(") else { throw ExpressionError(.missingList, at: position - 1) }
    var values: [Expression.Value] = []
    repeat {
      values.append(try readValue(for: field))
      expected = .keyword([",", ")"])
    } while take(",")
    guard take(")") else {
      throw position < words.count
        ? ExpressionError(.unfinishedList(words[position - 1].text), at: position - 1)
        : ExpressionError(.unclosedParenthesis, at: start)
    }
    expected = .connective
    return values
  }

  private mutating func readEmpty(_ field: FieldPath) throws(ExpressionError) -> Expression {
    let start = position - 1
    expected = .keyword(["empty", "not"])
    let isNegated = take("not")
    if isNegated { expected = .keyword(["empty"]) }
    guard take("empty") else { throw ExpressionError(.missingEmpty, at: start) }
    expected = .connective
    return isNegated ? .not(.isEmpty(field)) : .isEmpty(field)
  }

  /// The error for a word after a whole condition.
  private var unexpectedWord: ExpressionError {
    let word = words[position]
    guard isSymbol(word) else { return ExpressionError(.unexpected(word.text), at: position) }
    if word.text == ")" { return ExpressionError(.unopenedParenthesis, at: position) }
    let isComparison = Expression.Comparator(symbol: word.text) != nil
    return ExpressionError(
      isComparison ? .secondComparison(word.text) : .unexpected(word.text), at: position)
  }

  private func isSymbol(_ word: Word) -> Bool {
    !word.isQuoted
      && (Expression.Comparator(symbol: word.text) != nil || ["(", ")", ","].contains(word.text))
  }

  /// Consumes the next word if it is this one, without quotes.
  private mutating func take(_ text: String) -> Bool {
    guard position < words.count, words[position].isBare(text) else { return false }
    position += 1
    return true
  }
}
