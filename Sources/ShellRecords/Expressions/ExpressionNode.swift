import CoreSchemas
import ShellLanguage
import ShellOutput

/// A part of an expression, prepared to be evaluated: fields are indexes, and words are values.
indirect enum ExpressionNode: Sendable {
  // Compiled comparisons of a field, which most conditions consist of.
  case comparison(Int, Expression.Comparator, Literal)
  case contains(Int, TextNeedle, Literal)
  case membership(Int, [Literal])
  case not(ExpressionNode)
  case all([ExpressionNode])
  case any([ExpressionNode])
  /// A value that must be true or false.
  case condition(Part)

  case constant(Operand)
  /// A value that cannot be prepared, which is an error for the record that needs it.
  case failed(ShellError)
  case field(Int)
  case moment(Expression.Moment)
  case list([ExpressionNode])
  case negative(Part)
  case arithmetic(Part, [Step])
  case compared(Part, Expression.Comparator, Part, ComparedKinds)
  case matches(Part, Pattern, word: Int?)
  case searched(Part, Expression.Search, Part, word: Int?)
  case contained(ExpressionNode, [ExpressionNode], ComparedKinds)
  case test(ExpressionNode, Expression.Test)
  case conditional(ExpressionNode, ExpressionNode, ExpressionNode)
  case call(Function, [Part], word: Int?)

  /// A part, with its place for errors.
  struct Part: Sendable {
    let node: ExpressionNode
    let place: ExpressionPlace
  }

  /// An operator with its right side.
  struct Step: Sendable {
    let sign: Expression.Operator
    let part: Part
    let word: Int?
  }

  /// The value, if it is the same for each record.
  var constant: Operand? {
    if case .constant(let value) = self { value } else { nil }
  }
}
