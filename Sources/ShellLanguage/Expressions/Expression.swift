/// An expression, such as `price < 20 and not (currency_code = EUR)` or `price * quantity`.
///
/// Each `at` is the index of a word among the expression's words, for errors. The depth is limited by
/// ``greatestDepth``, so that an expression can be evaluated by recursion.
package indirect enum Expression: Equatable, Sendable {
  /// A number, `true`, `false`, `null`, a date, a duration or text.
  case word(Value, at: Int)
  /// A text with variables.
  case text([TextPart], at: Int)
  case variable(VariableReference, at: Int)
  case field(FieldPath, at: Int)
  /// The field that is named by a variable's text.
  case namedField(VariableReference, at: Int)
  case moment(Moment)
  /// `(a, b)`
  case list([Expression])
  case negative(Expression, at: Int)
  /// A sum, or a product; it is calculated from left to right.
  case arithmetic(Expression, [Operation])
  case comparison(Expression, Comparator, Expression, at: Int)
  /// `LEFT matches RIGHT`, and the other searches.
  case search(Expression, Search, Expression, at: Int)
  /// `LEFT in RIGHT`; the right side is a list, or a single value.
  case membership(Expression, Expression, at: Int)
  /// `LEFT is TEST`
  case test(Expression, Test, at: Int)
  case not(Expression)
  /// Two or more conditions joined by `and`.
  case and([Expression])
  /// Two or more conditions joined by `or`.
  case or([Expression])
  /// `if CONDITION then VALUE else VALUE`
  case conditional(Expression, then: Expression, otherwise: Expression)
  case call(Function, [Expression], at: Int)

  /// The limit on nested parentheses, calls and conditions.
  static let greatestDepth = 100

  /// A comparison of two values.
  package enum Comparator: String, CaseIterable, Sendable {
    /// `=`, or `==`, which many people type.
    case equal = "="
    /// `!=`
    case notEqual = "!="
    /// `<`
    case less = "<"
    /// `<=`
    case lessOrEqual = "<="
    /// `>`
    case greater = ">"
    /// `>=`
    case greaterOrEqual = ">="
    /// `~`: the left text contains the right one, in any case.
    case contains = "~"

    init?(symbol: String) {
      self.init(rawValue: symbol == "==" ? "=" : symbol)
    }
  }

  /// A comparison of a text with another one, by a word.
  package enum Search: String, CaseIterable, Sendable {
    /// The left text has a match of the regular expression.
    case matches
    case startsWith = "starts-with"
    case endsWith = "ends-with"
  }

  /// What can follow `is`.
  package enum Test: String, CaseIterable, Sendable {
    case empty, null, missing
    case number, text, boolean, date, duration, list, record
  }

  package enum Moment: String, CaseIterable, Sendable {
    /// The current time.
    case now
    /// The beginning of the day in the local time zone.
    case today
  }

  package enum Operator: String, CaseIterable, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"
  }

  /// An operator with its right side.
  package struct Operation: Equatable, Sendable {
    package var sign: Operator
    package var operand: Expression
    package var word: Int
  }

  package enum TextPart: Equatable, Sendable {
    case literal(String)
    case variable(VariableReference)
  }

  /// A word without variables.
  package struct Value: Equatable, Sendable {
    /// The text, without quotes and escapes.
    package var text: String
    /// Whether any part was quoted or escaped.
    package var isQuoted: Bool

    package init(_ text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
    }
  }
}

extension Expression {
  /// The parts of the expression, from left to right.
  package var parts: [Expression] {
    switch self {
    case .word, .text, .variable, .field, .namedField, .moment: []
    case .list(let parts), .and(let parts), .or(let parts), .call(_, let parts, _): parts
    case .negative(let part, _), .test(let part, _, _), .not(let part): [part]
    case .arithmetic(let first, let operations): [first] + operations.map(\.operand)
    case .comparison(let left, _, let right, _), .search(let left, _, let right, _),
      .membership(let left, let right, _):
      [left, right]
    case .conditional(let condition, let first, let second): [condition, first, second]
    }
  }

  /// The variables of the expression, in order.
  package var variables: [VariableReference] {
    switch self {
    case .variable(let variable, _), .namedField(let variable, _): [variable]
    case .text(let parts, _):
      parts.compactMap { if case .variable(let variable) = $0 { variable } else { nil } }
    default: parts.flatMap(\.variables)
    }
  }

  /// The fields that the expression uses.
  package var fields: [FieldPath] {
    if case .field(let path, _) = self { [path] } else { parts.flatMap(\.fields) }
  }

  /// Whether the expression uses fields, also of names that a variable holds.
  package var usesFields: Bool {
    if case .namedField = self { return true }
    return !fields.isEmpty || parts.contains(where: \.usesFields)
  }

  /// The index of the word at which the expression begins, for errors; nil if it has no word.
  package var word: Int? {
    switch self {
    case .word(_, let word), .text(_, let word), .variable(_, let word), .field(_, let word),
      .namedField(_, let word), .negative(_, let word), .call(_, _, let word):
      word
    default: parts.lazy.compactMap(\.word).first
    }
  }
}

/// An expression in parentheses that is a word, or the end of a word.
package struct Parenthesis: Equatable, Sendable {
  package var expression: Expression
  /// The ranges of the expression's words in the statement, in bytes.
  package var places: [Range<Int>]

  init(_ expression: Expression, places: [Range<Int>]) {
    self.expression = expression
    self.places = places
  }
}
