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
