package import ShellLanguage
package import ShellOutput

/// A condition that records must fulfill, which tells why one does not.
package struct Expectation {
  /// A condition of those joined by `and`, with its parts that are not constant.
  private struct Term {
    var condition: Evaluator
    var parts: [(name: String, value: Evaluator)]
    /// The two sides of an `=`.
    var sides: (name: String, value: Evaluator, expected: Evaluator)?
  }

  /// Why a condition is false.
  package struct Difference: Equatable {
    /// The values of its parts: `price is 18.50`.
    package let text: String
    /// Where two lists or records differ.
    package var places: [String] = []
  }

  private static let longestValue = 200

  private var terms: [Term] = []

  /// Prepares a condition.
  ///
  /// - Parameters:
  ///   - condition: the condition.
  ///   - scope: the variables.
  ///   - place: returns the index of a word for errors, given its index in the condition.
  /// - Throws: a `usage` error if a variable is not defined, or a regular expression is invalid.
  @MainActor
  package init(
    _ condition: ShellLanguage.Expression, in scope: any VariableScope,
    place: @escaping (Int) -> Int?
  ) throws(ShellError) {
    let conditions = if case .and(let parts) = condition { parts } else { [condition] }
    for condition in conditions {
      var term = Term(
        condition: try Evaluator(condition, isCondition: true, in: scope, place: place), parts: [])
      for part in condition.variableParts {
        // A value that leads nowhere has no part in the reason.
        guard let value = try? Evaluator(part, isCondition: false, in: scope, place: place) else {
          continue
        }
        let name = part.spelling
        if !term.parts.contains(where: { $0.name == name }) { term.parts.append((name, value)) }
      }
      if case .comparison(let left, .equal, let right, _) = condition,
        let value = try? Evaluator(left, isCondition: false, in: scope, place: place),
        let expected = try? Evaluator(
          right.asRightSide, isCondition: false, in: scope, place: place)
      {
        term.sides = (left.spelling, value, expected)
      }
      terms.append(term)
    }
  }

  /// The fields that some record must have.
  var requiredFields: [RecordField] { terms.flatMap(\.condition.requiredFields) }

  /// Finds the fields among the columns of the following records, which may lack them.
  mutating func find(in columns: [Column]) {
    for index in terms.indices {
      terms[index].condition.find(in: columns)
      for part in terms[index].parts.indices { terms[index].parts[part].value.find(in: columns) }
      terms[index].sides?.value.find(in: columns)
      terms[index].sides?.expected.find(in: columns)
    }
  }

  /// Finds the fields among the columns of a record that must have them.
  ///
  /// - Throws: a `usage` error if there is no such column.
  package mutating func resolve(in columns: [Column]) throws(ShellError) {
    for index in terms.indices {
      try terms[index].condition.resolve(in: columns)
    }
    find(in: columns)
  }

  /// Returns why a record does not fulfill the condition; nil if it does.
  package func difference(of row: [CellValue] = []) -> Difference? {
    for term in terms {
      do throws(ShellError) {
        if try term.condition.matches(row) { continue }
      } catch {
        return Difference(text: error.message)
      }
      if let difference = Self.difference(between: term.sides, row) { return difference }
      let values = term.parts.compactMap { part in
        (try? part.value.value(row)).map {
          "\(part.name) is \(ShownOperand.text(of: $0, named: part.name, longest: Self.longestValue))"
        }
      }
      return Difference(text: values.isEmpty ? "it is false" : values.joined(separator: ", "))
    }
    return nil
  }

  private static func difference(
    between sides: (name: String, value: Evaluator, expected: Evaluator)?, _ row: [CellValue]
  ) -> Difference? {
    guard let sides, let value = try? sides.value.value(row),
      let expected = try? sides.expected.value(row)
    else { return nil }
    let (one, other) = (Operand(value), Operand(expected))
    if one.relation(to: other) == .otherKind {
      func shown(_ value: CellValue, _ operand: Operand) -> String {
        let text = ShownOperand.text(of: value, named: sides.name, longest: longestValue)
        return if case .untyped = operand { operand.kind } else { "\(operand.kind), \(text)" }
      }
      return Difference(
        text: "\(sides.name) is \(shown(value, one)), and not \(shown(expected, other))")
    }
    guard let found = ValueDifferences(of: value, from: expected, named: sides.name),
      found.count > 0
    else { return nil }
    let places = "\(found.count) place\(found.count == 1 ? "" : "s")"
    return Difference(
      text: "\(sides.name) differs in \(places)",
      places: found.places + (found.count > found.places.count ? ["…"] : []))
  }
}

extension ShellLanguage.Expression {
  /// The right side of a comparison, where a bare word is text, as an expression of its own.
  fileprivate var asRightSide: ShellLanguage.Expression {
    guard case .word(let value, let word) = self, case .text = WordValue.operand(value) else {
      return self
    }
    return .word(.init(value.text, isQuoted: true), at: word)
  }

  /// The parts whose values tell why a condition is false: fields, variables, and what is calculated with them.
  fileprivate var variableParts: [ShellLanguage.Expression] {
    switch self {
    case .word, .text, .moment: []
    case .variable, .field, .namedField: [self]
    case .call, .arithmetic, .negative: [self] + parts.flatMap(\.variableParts)
    default: parts.flatMap(\.variableParts)
    }
  }

  /// The expression as it could be written.
  fileprivate var spelling: String {
    switch self {
    case .word(let value, _): value.isQuoted ? "'\(value.text)'" : value.text
    case .variable(let variable, _), .namedField(let variable, _): variable.source
    case .field(let path, _): path.text
    case .moment(let moment): moment.rawValue
    case .list(let parts): "(\(parts.map(\.spelling).joined(separator: ", ")))"
    case .negative(let part, _): "-\(part.spelling)"
    case .arithmetic(let first, let operations):
      operations.reduce(first.spelling) { "\($0) \($1.sign.rawValue) \($1.operand.spelling)" }
    case .call(let function, let arguments, _):
      "\(function.rawValue)(\(arguments.map(\.spelling).joined(separator: ", ")))"
    default: "…"
    }
  }
}
