import ShellLanguage
import ShellOutput

/// A comparison of two values, neither of which is a word.
struct ExpressionComparison {
  private let comparator: Expression.Comparator
  private let left: ExpressionPlace
  private let right: ExpressionPlace
  private let kinds: ComparedKinds

  init(
    _ comparator: Expression.Comparator, _ left: ExpressionPlace, _ right: ExpressionPlace,
    _ kinds: ComparedKinds
  ) {
    (self.comparator, self.left, self.right, self.kinds) = (comparator, left, right, kinds)
  }

  /// Whether the comparison is true, as `Comparator.isTrue` decides.
  ///
  /// - Parameter areTimes: whether both are texts that a description calls times.
  func isTrue(
    _ one: Operand, _ other: Operand, areTimes: Bool
  ) throws(ShellError) -> Bool {
    if comparator == .contains { return try contains(one, other) }
    let isTrue = comparator.isTrue(one, other, areTimes: areTimes, noting: kinds)
    guard let isTrue else { throw mismatch(one, other) }
    return isTrue
  }

  private func mismatch(_ one: Operand, _ other: Operand) -> ShellError {
    let name = right.name
    guard one.relation(to: other) == .noTime else {
      return left.error(
        "is \(one.kind), and \(name) is \(other.kind), so neither is before the other")
    }
    return left.error(
      "is \(one.kind), and \(name) is \(other.kind)",
      hint: Operand.timeHint(one.asDate == nil ? left.name : name))
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
