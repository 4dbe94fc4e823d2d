import SeashellKit

extension CellValue {
  /// Whether two values are the same JSON, in O(*n* log *n*).
  ///
  /// Numbers are compared by value and not rounded: `100`, `100.0` and `1e2` are the same. Members
  /// are compared in any order.
  func isSameJSON(as other: CellValue) -> Bool {
    switch (self, other) {
    case (.list(let values), .list(let others)):
      values.count == others.count
        && zip(values, others).allSatisfy { $0.isSameJSON(as: $1) }
    case (.record(let fields), .record(let others)):
      fields.count == others.count
        && zip(Self.ordered(fields), Self.ordered(others)).allSatisfy {
          $0.name == $1.name && $0.value.isSameJSON(as: $1.value)
        }
    default:
      self == other || numberValue.map { $0 == other.numberValue } ?? false
    }
  }

  private var numberValue: JSONNumber? {
    switch self {
    case .integer, .decimal, .untyped: JSONNumber(plainText)
    default: nil
    }
  }

  /// The fields sorted by name; fields of the same name keep their order.
  private static func ordered(_ fields: [Field]) -> [Field] {
    fields.enumerated()
      .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
  }
}
