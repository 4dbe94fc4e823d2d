import ShellLanguage
import ShellOutput

/// A comparison of two values, neither of which is a word.
struct ExpressionComparison {
  private let comparator: Expression.Comparator
  private let left: ExpressionPlace
  private let right: ExpressionPlace
  /// The index of the comparison's word.
  private let word: Int?

  init(
    _ comparator: Expression.Comparator, _ left: ExpressionPlace, _ right: ExpressionPlace,
    word: Int?
  ) {
    (self.comparator, self.left, self.right, self.word) = (comparator, left, right, word)
  }

  /// Null is equal only to null, and has no order.
  func isTrue(_ one: Operand, _ other: Operand) throws(ShellError) -> Bool {
    switch comparator {
    case .equal: return one.equals(other)
    case .notEqual: return !one.equals(other)
    case .contains: return try contains(one, other)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    if one.isNull || other.isNull { return false }
    guard let order = one.order(to: other) else { throw mismatch(one, other) }
    return comparator.accepts(order)
  }

  private func mismatch(_ one: Operand, _ other: Operand) -> ShellError {
    let isDate = one.asDate != nil || other.asDate != nil
    return left.error(
      "is \(one.kind), and \(right.name) is \(other.kind), so neither is before the other",
      hint: isDate ? "text in ISO 8601 compares with a date: 2026-11-22" : nil)
  }

  private func contains(_ one: Operand, _ other: Operand) throws(ShellError) -> Bool {
    switch one {
    case .list(let values): return values.contains { Operand($0).equals(other) }
    case .null, .missing: return false
    case .text, .untyped, .number:
      guard !other.isNull else { return false }
      return TextNeedle(other.cell.plainText).isFound(in: one.cell.plainText)
    case .boolean, .date, .duration, .record:
      throw left.error(
        "is \(one.kind), and ~ searches text", hint: "use ~ with text, a number or a list")
    }
  }
}
