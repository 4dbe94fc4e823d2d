package import ShellLanguage
package import ShellOutput

/// A condition that records must fulfill, which tells why one does not.
package struct Expectation {
  /// A condition of those joined by `and`, with its parts that are not constant.
  private struct Term {
    var condition: Evaluator
    var parts: [(name: String, value: Evaluator)]
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
      terms.append(term)
    }
  }

  /// Finds the fields among the columns of the following records.
  ///
  /// - Throws: a `usage` error if there is no such column.
  package mutating func resolve(in columns: [Column]) throws(ShellError) {
    for index in terms.indices {
      try terms[index].condition.resolve(in: columns)
      for part in terms[index].parts.indices {
        try? terms[index].parts[part].value.resolve(in: columns)
      }
    }
  }

  /// Returns why a record does not fulfill the condition, such as `price is 18.50`; nil if it does.
  package func difference(of row: [CellValue] = []) -> String? {
    for term in terms {
      do throws(ShellError) {
        if try term.condition.matches(row) { continue }
      } catch {
        return error.message
      }
      let values = term.parts.compactMap { part in
        (try? part.value.value(row)).map { "\(part.name) is \(Self.text(of: $0))" }
      }
      return values.isEmpty ? "it is false" : values.joined(separator: ", ")
    }
    return nil
  }

  /// A value for a sentence: text in quotes, so that it differs from a number.
  private static func text(of value: CellValue) -> String {
    let text =
      switch value {
      case .null: "null"
      case .text(let text): "'\(text)'"
      default: value.plainText
      }
    return text.count > longestValue ? text.prefix(longestValue) + "…" : text
  }
}

extension ShellLanguage.Expression {
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
