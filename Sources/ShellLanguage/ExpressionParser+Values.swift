extension ExpressionParser {
  mutating func readSum() throws(ExpressionError) -> Expression {
    try readOperations([.plus, .minus]) { parser throws(ExpressionError) in
      try parser.readOperations([.times, .divided, .remainder]) { parser throws(ExpressionError) in
        try parser.readFactor()
      }
    }
  }

  private mutating func readOperations(
    _ signs: [Expression.Operator],
    of read: (inout ExpressionParser) throws(ExpressionError) -> Expression
  ) throws(ExpressionError) -> Expression {
    let first = try read(&self)
    var operations: [Expression.Operation] = []
    while isOperator(at: position), let sign = Expression.Operator(rawValue: words[position].text),
      signs.contains(sign)
    {
      let place = position
      position += 1
      expected = .field
      guard position < words.count else {
        throw ExpressionError(.missingValue(sign.rawValue), at: place)
      }
      operations.append(.init(sign: sign, operand: try read(&self), word: place))
    }
    return operations.isEmpty ? first : .arithmetic(first, operations)
  }

  private mutating func readFactor() throws(ExpressionError) -> Expression {
    let start = position
    var isNegative = false
    while take("-") { isNegative.toggle() }
    let isCondition = isBare(["("], at: position)
    let value = try readPrimary()
    // After `(a = 1)`.
    if !isCondition || expected != .connective { expected = .comparison }
    return isNegative ? .negative(value, at: start) : value
  }

  private mutating func readPrimary() throws(ExpressionError) -> Expression {
    guard position < words.count else {
      let last = position - 1
      throw last < 0
        ? ExpressionError(.noCondition)
        : ExpressionError(.nothingAfter(words[last].text), at: last)
    }
    let start = position
    if take("(") {
      return try nested(at: start) { parser throws(ExpressionError) in
        try parser.readParenthesis(from: start)
      }
    }
    let word = words[position]
    if isSymbol(word) || isBare(["and", "or"], at: position) || isOperator(at: position) {
      let isComparison = Self.comparator(word) != nil || isOperator(at: position)
      throw ExpressionError(
        isComparison ? .missingField(word.text) : .nothingBefore(word.text), at: position)
    }
    if let function = call(at: position) {
      position += 2
      return try nested(at: start) { parser throws(ExpressionError) in
        try parser.readCall(of: function, from: start)
      }
    }
    if word.isBare("if"), !endsValue(at: position + 1) {
      position += 1
      return try nested(at: start) { parser throws(ExpressionError) in
        try parser.readConditional(from: start)
      }
    }
    position += 1
    return try value(of: word, at: start)
  }

  /// Reads `VALUE)` or `VALUE, VALUE)`.
  private mutating func readParenthesis(from start: Int) throws(ExpressionError) -> Expression {
    if position < words.count, words[position].isBare(")") {
      throw ExpressionError(.nothingBefore(")"), at: position)
    }
    let first = try readAlternatives()
    guard isBare([","], at: position) else {
      try close(from: start)
      return first
    }
    var values = [first]
    while take(","), !isBare([")"], at: position) { values.append(try readAlternatives()) }
    try close(from: start)
    return .list(values)
  }

  private mutating func readCall(
    of function: Function, from start: Int
  ) throws(ExpressionError) -> Expression {
    var arguments: [Expression] = []
    if !isBare([")"], at: position) {
      repeat { arguments.append(try readAlternatives()) } while take(",")
    }
    try close(from: start + 1)
    guard function.arguments.contains(arguments.count) else {
      throw ExpressionError(.wrongArguments(function), at: start)
    }
    return function == .field
      ? try namedField(arguments[0], at: start) : .call(function, arguments, at: start)
  }

  private func namedField(
    _ name: Expression, at place: Int
  ) throws(ExpressionError) -> Expression {
    guard names != .none else { throw ExpressionError(.noFields, at: place) }
    switch name {
    case .word(let value, let word) where value.isQuoted:
      guard let path = try? FieldPath(name: value.text) else {
        throw ExpressionError(.emptyField, at: word)
      }
      return .field(path, at: word)
    case .variable(let variable, let word): return .namedField(variable, at: word)
    default: throw ExpressionError(.fieldName, at: place)
    }
  }

  private mutating func readConditional(from start: Int) throws(ExpressionError) -> Expression {
    let condition = try readAlternatives()
    expected = .keyword(["then"])
    guard take("then") else { throw unfinishedIf("then", from: start) }
    let first = try readAlternatives()
    expected = .keyword(["else"])
    guard take("else") else { throw unfinishedIf("else", from: start) }
    return .conditional(condition, then: first, otherwise: try readAlternatives())
  }

  private func unfinishedIf(_ word: String, from start: Int) -> ExpressionError {
    position < words.count
      ? unexpectedWord : ExpressionError(.unfinishedIf(missing: word), at: start)
  }

  private func value(of word: Word, at place: Int) throws(ExpressionError) -> Expression {
    if word.hasVariables { return try variableValue(of: word, at: place) }
    if word.isQuoted { return .word(.init(word.text, isQuoted: true), at: place) }
    if let moment = Expression.Moment(rawValue: word.text) { return .moment(moment) }
    let isNegative = word.text.utf8.first == UInt8(ascii: "-")
    let digit = word.text.utf8.dropFirst(isNegative ? 1 : 0).first
    if digit.map(ByteClass.isDigit) == true || ["true", "false", "null"].contains(word.text) {
      if names == .none, let symbol = attachedOperator(in: word.text) {
        throw ExpressionError(.attachedOperator(symbol), at: place)
      }
      return .word(.init(word.text), at: place)
    }
    if names == .none {
      let symbol = attachedOperator(in: word.text)
      throw ExpressionError(symbol.map { .attachedOperator($0) } ?? .bareName(word.text), at: place)
    }
    if isNegative, digit.map(ByteClass.beginsName) == true {
      return .negative(try field(String(word.text.dropFirst()), at: place), at: place)
    }
    return try field(word.text, at: place)
  }

  private func variableValue(of word: Word, at place: Int) throws(ExpressionError) -> Expression {
    if let variable = word.loneVariable { return .variable(variable, at: place) }
    let parts = Self.parts(of: word)
    if word.isQuoted { return .text(parts, at: place) }
    if parts.count == 2, parts[0] == .literal("-"), case .variable(let variable) = parts[1] {
      return .negative(.variable(variable, at: place), at: place)
    }
    for case .literal(let text) in parts {
      let first = text.utf8.first.map { String(Unicode.Scalar($0)) } ?? ""
      let sign = Expression.Operator(rawValue: first)?.rawValue
      guard let symbol = sign ?? attachedOperator(in: text) else { continue }
      throw ExpressionError(.attachedOperator(symbol), at: place)
    }
    throw ExpressionError(.joinedText, at: place)
  }

  /// The first operator in a word that is no number, date or name: `n+1`, `2*3`.
  private func attachedOperator(in text: String) -> String? {
    let isDate = text.utf8.count >= 10 && text.utf8.dropFirst(4).first == UInt8(ascii: "-")
    let isNumber = Double(text) != nil
    if isDate || isNumber { return nil }
    let symbol =
      text.utf8.first(where: "+*/%".utf8.contains)
      ?? text.utf8.dropFirst().first { $0 == UInt8(ascii: "-") }
    return symbol.map { String(Unicode.Scalar($0)) }
  }

  func field(_ text: String, at place: Int) throws(ExpressionError) -> Expression {
    do {
      return .field(try FieldPath(text), at: place)
    } catch {
      throw ExpressionError(error.kind, at: place)
    }
  }

  /// The texts and variables of a word.
  static func parts(of word: Word) -> [Expression.TextPart] {
    guard case .composed(let parts) = word.content else { return [.literal(word.text)] }
    return parts.compactMap { part in
      switch part {
      case .literal(let text), .value(let text): .literal(text)
      case .variable(let variable): .variable(variable)
      // Parentheses are words of their own in an expression.
      case .expression, .statement: nil
      }
    }
  }
}
