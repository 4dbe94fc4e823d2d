import ShellLanguage
import ShellOutput

extension ShellLanguage.Expression.Comparator {
  /// Whether the comparison depends on order instead of equality.
  var isOrder: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .equal, .notEqual, .contains: false
    }
  }

  @inline(__always)
  func accepts(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .contains: false
    }
  }

  /// Whether the comparison of two values is true; nil if they cannot be compared.
  ///
  /// - Parameters:
  ///   - areTimes: whether both are texts that a description calls times.
  ///   - kinds: notes whether both were of one kind.
  func isTrue(
    _ one: Operand, _ other: Operand, areTimes: Bool = false, noting kinds: ComparedKinds? = nil
  ) -> Bool? {
    if isOrder, one.isNull || other.isNull { return false }
    let relation = one.relation(to: other, asTimes: isOrder || areTimes)
    kinds?.note(relation, one, other)
    return switch relation {
    case .order(let order): accepts(order)
    case .equal: isOrder ? nil : self == .equal
    case .different, .otherKind, .noTime: isOrder ? nil : self == .notEqual
    case .withoutValue: self == .notEqual
    }
  }
}
