import ShellOutput

extension Operand {
  /// How a value relates to another one.
  enum Relation: Equatable {
    /// They are of one kind, and the first is below, equal to or above the other: below, equal to or above zero.
    case order(Int)
    /// Lists, records or nulls, which have no order, are equal.
    case equal
    /// Lists or records are not equal.
    case different
    /// One of them is null, missing, or an empty field of CSV.
    case withoutValue
    /// They are of different kinds.
    case otherKind
    /// They are of different kinds: one is a time, and the other a text that is none.
    case noTime
  }

  /// Compares two values; `help values` has the table.
  ///
  /// Untyped text reads as the other one's kind. Lists and records are compared value by value.
  ///
  /// - Parameter asTimes: whether two texts are compared as times if both are times; otherwise by their bytes.
  func relation(to other: Operand, asTimes: Bool = false) -> Relation {
    switch (self, other) {
    case (.missing, _), (_, .missing): return .withoutValue
    case (.untyped(let text), .untyped(let otherText)):
      return Self.order(asNumber, other.asNumber) ?? Self.order(asDate, other.asDate)
        ?? Self.order(asDuration, other.asDuration) ?? .order(text.compareBytes(otherText))
    case (.text(let text), .text(let otherText)), (.text(let text), .untyped(let otherText)),
      (.untyped(let text), .text(let otherText)):
      return asTimes
        ? Self.order(asDate, other.asDate) ?? .order(text.compareBytes(otherText))
        : .order(text.compareBytes(otherText))
    case (.null, _), (_, .null), (.untyped(""), _), (_, .untyped("")):
      return isNull && other.isNull ? .equal : .withoutValue
    case (.date, _), (_, .date):
      if let order = Self.order(asDate, other.asDate) { return order }
      if case .text = self { return .noTime }
      if case .text = other { return .noTime }
      return .otherKind
    case (.number, _), (_, .number): return Self.order(asNumber, other.asNumber) ?? .otherKind
    case (.duration, _), (_, .duration):
      return Self.order(asDuration, other.asDuration) ?? .otherKind
    case (.boolean, _), (_, .boolean):
      guard let value = asBoolean, let other = other.asBoolean else { return .otherKind }
      return .order((value ? 1 : 0) - (other ? 1 : 0))
    case (.list(let values), .list(let others)):
      return values.elementsEqual(others) { Operand($0).equals(Operand($1)) } ? .equal : .different
    case (.record(let fields), .record(let others)):
      let found = Dictionary(others.map { ($0.name, $0.value) }) { first, _ in first }
      let areEqual =
        fields.count == others.count
        && fields.allSatisfy { field in
          found[field.name].map { Operand(field.value).equals(Operand($0)) } ?? false
        }
      return areEqual ? .equal : .different
    case (.list, _), (.record, _), (_, .list), (_, .record): return .otherKind
    }
  }

  private static func order<Value: Comparable>(_ one: Value?, _ other: Value?) -> Relation? {
    guard let one, let other else { return nil }
    return .order(one < other ? -1 : other < one ? 1 : 0)
  }

  /// Whether two values are equal, as elements of lists and members of records are.
  func equals(_ other: Operand) -> Bool {
    let relation = relation(to: other)
    return relation == .order(0) || relation == .equal
  }
}
