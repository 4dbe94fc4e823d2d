extension ExpressionParser {
  mutating func readComparison() throws(ExpressionError) -> Expression {
    let left = try readLeft()
    guard position < words.count else { return left }
    let place = position
    if let comparator = Self.comparator(words[position]) {
      position += 1
      let right = try readRight()
      expected = .connective
      return .comparison(left, comparator, right, at: place)
    }
    if take("is") { return try readTest(of: left) }
    let isNegated = take("not")
    if isNegated { expected = .keyword(["in"] + Expression.Search.allCases.map(\.rawValue)) }
    guard let condition = try readSearch(in: left) else {
      if !isNegated, endsValue(at: position) { return left }
      let wrong = isNegated ? place : position
      throw ExpressionError(.unknownComparison(Self.text(of: words[wrong])), at: wrong)
    }
    expected = .connective
    return isNegated ? .not(condition) : condition
  }

  /// Reads the left side of a comparison, or a value without one.
  private mutating func readLeft() throws(ExpressionError) -> Expression {
    guard names == .fields, position < words.count, !isSymbol(words[position]),
      !isBare(["and", "or"], at: position), isComparison(at: position + 1)
    else { return try readSum() }
    let word = words[position]
    position += 1
    expected = .comparison
    if let variable = word.loneVariable { return .namedField(variable, at: position - 1) }
    return try field(word.text, at: position - 1)
  }

  private func isComparison(at index: Int) -> Bool {
    guard index < words.count, !words[index].isQuoted else { return false }
    let next = isBare(["not"], at: index) ? index + 1 : index
    return Self.comparator(words[index]) != nil || isBare(["is"], at: index)
      || isBare(["in"] + Expression.Search.allCases.map(\.rawValue), at: next)
  }

  /// Reads `in` or a search with its right side; nil if there is none.
  private mutating func readSearch(in left: Expression) throws(ExpressionError) -> Expression? {
    let place = position
    if take("in") { return .membership(left, try readList(), at: place) }
    for search in Expression.Search.allCases where take(search.rawValue) {
      return .search(left, search, try readRight(), at: place)
    }
    return nil
  }

  /// Reads the right side of a comparison: a word, which is text if it is a name, or a sum.
  mutating func readRight() throws(ExpressionError) -> Expression {
    expected = .value
    guard position < words.count else {
      let last = words[position - 1].text
      throw ExpressionError(.missingValue(last), at: position - 1)
    }
    let word = words[position]
    let isNegative = word.isBare("-") && isBare(["("], at: position + 1)
    if word.isBare("(") || isNegative || isOperator(at: position + 1) || call(at: position) != nil {
      return try readSum()
    }
    guard !isSymbol(word) else { throw ExpressionError(.symbolAsValue(word.text), at: position) }
    position += 1
    if word.hasVariables {
      if let variable = word.loneVariable { return .variable(variable, at: position - 1) }
      return .text(Self.parts(of: word), at: position - 1)
    }
    if !word.isQuoted, let moment = Expression.Moment(rawValue: word.text) {
      return .moment(moment)
    }
    return .word(.init(word.text, isQuoted: word.isQuoted), at: position - 1)
  }

  /// Reads the values after `in`: a list in parentheses, whose names are text, or a single value.
  private mutating func readList() throws(ExpressionError) -> Expression {
    expected = .keyword(["("])
    let start = position
    guard position < words.count else { throw ExpressionError(.missingList, at: position - 1) }
    guard take("(") else { return try readSum() }
    expected = .value
    var values: [Expression] = []
    while !take(")") {
      values.append(
        try nested(at: start) { parser throws(ExpressionError) in
          try parser.readRight()
        })
      expected = .keyword([",", ")"])
      if take(",") {
        expected = .value
      } else if !isBare([")"], at: position) {
        throw position < words.count
          ? ExpressionError(.unfinishedList(Self.text(of: words[position - 1])), at: position - 1)
          : ExpressionError(.unclosedParenthesis, at: start)
      }
    }
    return .list(values)
  }

  private mutating func readTest(of left: Expression) throws(ExpressionError) -> Expression {
    let start = position - 1
    let tests = Expression.Test.allCases.map(\.rawValue)
    expected = .keyword(tests + ["not"])
    let isNegated = take("not")
    if isNegated { expected = .keyword(tests) }
    for test in Expression.Test.allCases where take(test.rawValue) {
      expected = .connective
      let condition = Expression.test(left, test, at: start)
      return isNegated ? .not(condition) : condition
    }
    throw ExpressionError(.missingEmpty, at: start)
  }
}
