/// The condition of a `where` stage, such as `price < 20 and not (currency_code = EUR)`.
///
/// `not` binds more tightly than `and`, and `and` more tightly than `or`. The depth is at most
/// ``greatestDepth``, so that an expression can be evaluated by recursion.
package indirect enum Expression: Equatable, Sendable {
  /// `FIELD < VALUE`, and the other comparisons.
  case comparison(FieldPath, Comparator, Value)
  /// `FIELD in (VALUE, …)`.
  case membership(FieldPath, [Value])
  /// `FIELD is empty`.
  case isEmpty(FieldPath)
  /// `not CONDITION`, `FIELD not in (…)` or `FIELD is not empty`.
  case not(Expression)
  /// Two or more conditions joined by `and`.
  case and([Expression])
  /// Two or more conditions joined by `or`.
  case or([Expression])

  /// The nesting limit of parentheses.
  package static let greatestDepth = 100

  /// A comparison of a field with a value.
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
    /// `~`: the field's text contains the value's, in any case.
    case contains = "~"

    init?(symbol: String) {
      self.init(rawValue: symbol == "==" ? "=" : symbol)
    }
  }

  /// The right side of a comparison.
  package struct Value: Equatable, Sendable {
    /// The text, without quotes and escapes.
    package var text: String
    /// Whether any part was quoted or escaped, or contained variables.
    package var isQuoted: Bool

    package init(_ text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
    }
  }
}
