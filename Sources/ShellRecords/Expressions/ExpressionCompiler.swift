import ShellLanguage
import ShellOutput

/// Prepares an expression: replaces its variables, finds its fields, and calculates what is constant.
@MainActor
struct ExpressionCompiler {
  private(set) var fields: [RecordField] = []
  /// The indexes of fields that need not exist, since only `is missing` uses them.
  private(set) var optionalFields: Set<Int> = []

  /// What notes the kinds of each comparison.
  private(set) var comparisons: [ComparedKinds] = []

  private let scope: any VariableScope
  private let place: (Int) -> Int?

  /// `place` returns the index of a word for errors, given its index in the expression.
  init(_ scope: any VariableScope, place: @escaping (Int) -> Int?) {
    (self.scope, self.place) = (scope, place)
  }

  /// A condition, which is true or false.
  mutating func condition(_ expression: Expression) throws(ShellError) -> ExpressionNode {
    let node = try node(expression)
    switch node {
    case .constant(.boolean): return node
    case .constant, .field, .moment, .list, .negative, .arithmetic, .conditional, .call:
      return .condition(part(node, expression))
    default: return node
    }
  }

  mutating func node(_ expression: Expression) throws(ShellError) -> ExpressionNode {
    switch expression {
    case .word(let value, let word):
      let operand = WordValue.operand(value)
      if !value.isQuoted, case .text = operand { throw unreadable(value, at: word) }
      return .constant(operand)
    case .text(let parts, let word): return .constant(.text(try text(of: parts, at: word)))
    case .variable(let variable, let word):
      return .constant(Operand(try value(of: variable, at: word)))
    case .field(let path, let word): return .field(index(of: path.text, word))
    case .namedField(let variable, let word):
      return .field(index(of: try value(of: variable, at: word).plainText, word))
    case .moment(let moment): return .moment(moment)
    case .list(let parts):
      let nodes = try nodes(parts)
      return folded(.list(nodes), parts: nodes)
    case .negative(let part, _):
      let node = try node(part)
      return folded(.negative(self.part(node, part)), parts: [node])
    case .arithmetic(let first, let operations): return try arithmetic(first, operations)
    case .comparison(let left, let comparator, let right, _):
      return try comparison(left, comparator, right)
    case .search(let left, let search, let right, let word):
      return try self.search(left, search, right, word)
    case .membership(let left, let right, _): return try membership(left, right)
    case .test(let part, let test, _): return try self.test(part, test)
    case .not(let part): return .not(try condition(part))
    case .and(let parts): return .all(try conditions(parts))
    case .or(let parts): return .any(try conditions(parts))
    case .conditional(let condition, let first, let second):
      let condition = try self.condition(condition)
      let value = try later(first, isCondition: false)
      return .conditional(condition, value, try later(second, isCondition: false))
    case .call(let function, let arguments, let word):
      let nodes = try nodes(arguments)
      let call = ExpressionNode.call(
        function, zip(nodes, arguments).map { part($0, $1) }, word: place(word))
      return function == .uuid ? call : folded(call, parts: nodes)
    }
  }

  private mutating func nodes(_ parts: [Expression]) throws(ShellError) -> [ExpressionNode] {
    var nodes: [ExpressionNode] = []
    for part in parts { nodes.append(try node(part)) }
    return nodes
  }

  private mutating func conditions(_ parts: [Expression]) throws(ShellError) -> [ExpressionNode] {
    var nodes = [try condition(parts[0])]
    for part in parts.dropFirst() { nodes.append(try later(part, isCondition: true)) }
    return nodes
  }

  /// Prepares a part that is evaluated only if the parts before it ask for it.
  ///
  /// So a path of a variable that leads nowhere is an error only then.
  private mutating func later(
    _ part: Expression, isCondition: Bool
  ) throws(ShellError) -> ExpressionNode {
    do throws(ShellError) {
      return isCondition ? try condition(part) : try node(part)
    } catch {
      let failing = part.variables.filter { (try? scope.value(of: $0)) == nil }
      guard !failing.isEmpty, failing.allSatisfy(leadsNowhere) else { throw error }
      return .failed(error)
    }
  }

  /// Whether a variable is defined, but its value does not have the path.
  private func leadsNowhere(_ variable: VariableReference) -> Bool {
    (try? scope.value(of: variable)) == nil
      && (try? scope.value(of: VariableReference(variable.name))) != nil
  }

  private func part(_ node: ExpressionNode, _ expression: Expression) -> ExpressionNode.Part {
    .init(
      node: node,
      place: ExpressionPlace(
        name: expression.description, word: expression.word.flatMap(place),
        isOfData: expression.usesFields || !expression.variables.isEmpty))
  }

  /// Calculates a node whose parts are all constant; an error is left to the record that needs the value.
  private func folded(_ node: ExpressionNode, parts: [ExpressionNode]) -> ExpressionNode {
    guard parts.allSatisfy({ $0.constant != nil }), let value = try? node.value([], []) else {
      return node
    }
    return .constant(value)
  }

  private func value(
    of variable: VariableReference, at word: Int
  ) throws(ShellError) -> CellValue {
    do {
      return try scope.value(of: variable)
    } catch {
      var error = error
      error.word = place(word)
      throw error
    }
  }

  private func text(
    of parts: [Expression.TextPart], at word: Int
  ) throws(ShellError) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .variable(let variable): text += try value(of: variable, at: word).plainText
      }
      guard text.utf8.count <= FunctionCall.longestText else {
        throw ShellError(.limit, "a text is longer than 1 MiB", word: place(word))
      }
    }
    return text
  }

  private mutating func index(of text: String, _ word: Int, isOptional: Bool = false) -> Int {
    let index = fields.indices.first {
      fields[$0].text == text && optionalFields.contains($0) == isOptional
    }
    if let index { return index }
    fields.append(RecordField(text, word: place(word)))
    if isOptional { optionalFields.insert(fields.count - 1) }
    return fields.count - 1
  }

  private mutating func arithmetic(
    _ first: Expression, _ operations: [Expression.Operation]
  ) throws(ShellError) -> ExpressionNode {
    var parts = [try node(first)]
    let start = part(parts[0], first)
    var steps: [ExpressionNode.Step] = []
    for operation in operations {
      let node = try node(operation.operand)
      parts.append(node)
      steps.append(
        .init(
          sign: operation.sign, part: part(node, operation.operand), word: place(operation.word)))
    }
    return folded(.arithmetic(start, steps), parts: parts)
  }

  private mutating func comparison(
    _ left: Expression, _ comparator: Expression.Comparator, _ right: Expression
  ) throws(ShellError) -> ExpressionNode {
    let node = try node(left)
    let kinds = kinds(left, right)
    if case .field(let field) = node, let literal = try literal(right, kinds) {
      return comparator == .contains
        ? .contains(field, TextNeedle(literal.text), literal)
        : .comparison(field, comparator, literal)
    }
    let other = try self.right(right)
    return folded(
      .compared(part(node, left), comparator, part(other, right), kinds), parts: [node, other])
  }

  private mutating func kinds(_ left: Expression, _ right: Expression) -> ComparedKinds {
    let kinds = ComparedKinds(left, right)
    comparisons.append(kinds)
    return kinds
  }

  /// The right side as a literal that can be compared in place with a field; nil for another value.
  private func literal(
    _ right: Expression, _ kinds: ComparedKinds
  ) throws(ShellError) -> Literal? {
    switch right {
    case .word(let value, let word):
      let operand = try self.word(value, at: word)
      if case .null = operand { return nil }
      return Literal(operand, value.text, isQuoted: value.isQuoted, kinds)
    case .text(let parts, let word):
      let text = try text(of: parts, at: word)
      return Literal(.text(text), text, isQuoted: true, kinds)
    case .variable(let variable, let word):
      guard case .untyped(let text) = try value(of: variable, at: word) else { return nil }
      return Literal(.untyped(text), text, isQuoted: true, kinds)
    default: return nil
    }
  }

  /// The right side of a comparison, where a bare word is text.
  private mutating func right(_ right: Expression) throws(ShellError) -> ExpressionNode {
    guard case .word(let value, let word) = right else { return try node(right) }
    return .constant(try self.word(value, at: word))
  }

  /// A word of a right side; a day that does not exist is no text.
  private func word(_ value: Expression.Value, at word: Int) throws(ShellError) -> Operand {
    let operand = WordValue.operand(value)
    if !value.isQuoted, case .text = operand, value.text.isImpossibleDay {
      throw unreadable(value, at: word)
    }
    return operand
  }

  private func unreadable(_ value: Expression.Value, at word: Int) -> ShellError {
    ShellError(
      .usage,
      value.text.isImpossibleDay
        ? "there is no day '\(value.text)'"
        : "'\(value.text)' is neither a number, a date nor a duration",
      hint: "quote it if it is text", word: place(word))
  }

  private mutating func search(
    _ left: Expression, _ search: Expression.Search, _ right: Expression, _ word: Int
  ) throws(ShellError) -> ExpressionNode {
    let node = try node(left)
    let other: ExpressionNode
    if case .word(let value, _) = right {
      other = .constant(.text(value.text))
    } else {
      other = try self.node(right)
    }
    let (leftPart, rightPart) = (part(node, left), part(other, right))
    guard search == .matches, let text = other.constant?.asText else {
      return folded(
        .searched(leftPart, search, rightPart, word: place(word)), parts: [node, other])
    }
    let pattern = try ExpressionNode.pattern(text, rightPart.place)
    return folded(.matches(leftPart, pattern, word: place(word)), parts: [node])
  }

  private mutating func membership(
    _ left: Expression, _ right: Expression
  ) throws(ShellError) -> ExpressionNode {
    let node = try node(left)
    guard case .list(let values) = right else {
      return .contained(node, [try self.node(right)], kinds(left, right))
    }
    // One for all values: it is enough if one of them is of the field's kind.
    if case .field(let field) = node {
      let kinds = ComparedKinds(left, values.first ?? right, valueCount: values.count)
      var literals: [Literal] = []
      for value in values {
        if let literal = try literal(value, kinds) { literals.append(literal) }
      }
      if literals.count == values.count {
        comparisons.append(kinds)
        return .membership(field, literals)
      }
    }
    var nodes: [ExpressionNode] = []
    for value in values { nodes.append(try self.right(value)) }
    return .contained(node, nodes, kinds(left, values.first ?? right))
  }

  private mutating func test(
    _ part: Expression, _ test: Expression.Test
  ) throws(ShellError) -> ExpressionNode {
    guard test == .missing else {
      if test == .empty, case .variable(let variable, _) = part, leadsNowhere(variable) {
        return .constant(.boolean(true))
      }
      let node = try node(part)
      return folded(.test(node, test), parts: [node])
    }
    switch part {
    case .field(let path, let word):
      return .test(.field(index(of: path.text, word, isOptional: true)), test)
    case .variable(let variable, _):
      return .constant(.boolean((try? scope.value(of: variable)) == nil))
    default: return .test(try node(part), test)
    }
  }
}
