import ShellOutput

extension Operand {
  /// Whether two values are equal.
  ///
  /// Untyped text reads as the other one's kind. Values of different kinds are not equal, and lists and records
  /// are compared value by value.
  func equals(_ other: Operand) -> Bool {
    switch (self, other) {
    case (.untyped(let text), .untyped(let otherText)):
      if let number = ExactNumber(text), let other = ExactNumber(otherText) {
        return number == other
      }
      if let date = text.asDate, let other = otherText.asDate { return date == other }
      return text.compareBytes(otherText) == 0
    case (.untyped, _): return other.equals(untyped: self)
    case (_, .untyped): return equals(untyped: other)
    case (.number(let number), .number(let other)): return number == other
    case (.text(let text), .text(let other)): return text.compareBytes(other) == 0
    case (.boolean(let value), .boolean(let other)): return value == other
    case (.date(let date), _): return other.asDate.map { $0 == date } ?? false
    case (_, .date(let date)): return asDate.map { $0 == date } ?? false
    case (.duration(let duration), .duration(let other)): return duration == other
    case (.list(let values), .list(let others)):
      return values.elementsEqual(others) { Operand($0).equals(Operand($1)) }
    case (.record(let fields), .record(let others)):
      let found = Dictionary(others.map { ($0.name, $0.value) }) { first, _ in first }
      return fields.count == others.count
        && fields.allSatisfy { field in
          found[field.name].map { Operand(field.value).equals(Operand($0)) } ?? false
        }
    case (.null, .null), (.null, .missing), (.missing, .null), (.missing, .missing): return true
    default: return false
    }
  }

  private func equals(untyped other: Operand) -> Bool {
    switch self {
    case .number(let number): other.asNumber == number
    case .text(let text): other.asText?.compareBytes(text) == 0
    case .boolean(let value): other.asBoolean == value
    case .date(let date): other.asDate == date
    case .duration(let duration): other.asDuration == duration
    case .null, .missing: other.isNull
    case .untyped, .list, .record: false
    }
  }

  /// The order relative to another value: below, equal to or above zero.
  ///
  /// - Returns: nil if the kinds have no common order.
  func order(to other: Operand) -> Int? {
    func compare<Value: Comparable>(_ one: Value?, _ other: Value?) -> Int? {
      guard let one, let other else { return nil }
      return one < other ? -1 : other < one ? 1 : 0
    }
    switch (self, other) {
    case (.untyped(let text), .untyped(let otherText)):
      return compare(asNumber, other.asNumber) ?? compare(asDate, other.asDate)
        ?? compare(asDuration, other.asDuration) ?? text.compareBytes(otherText)
    case (.number, _), (_, .number): return compare(asNumber, other.asNumber)
    case (.date, _), (_, .date): return compare(asDate, other.asDate)
    case (.duration, _), (_, .duration): return compare(asDuration, other.asDuration)
    case (.boolean, _), (_, .boolean):
      return compare(asBoolean.map { $0 ? 1 : 0 }, other.asBoolean.map { $0 ? 1 : 0 })
    default:
      guard let text = asText, let otherText = other.asText else { return nil }
      return text.compareBytes(otherText)
    }
  }
}
