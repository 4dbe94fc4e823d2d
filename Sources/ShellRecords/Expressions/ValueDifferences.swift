import ShellOutput

/// Where two lists or records differ: the first places, and the number of all.
struct ValueDifferences {
  /// How many places are told.
  private static let mostTold = 20
  private static let longestValue = 100

  /// A sentence for each place: `body.price is 18.5, not 19`.
  private(set) var places: [String] = []
  private(set) var count = 0

  /// Compares two values; the result is nil unless both are lists or both are records.
  ///
  /// - Parameters:
  ///   - value: the value that is checked.
  ///   - expected: the value that it should have.
  ///   - name: the name of the first one.
  init?(of value: CellValue, from expected: CellValue, named name: String) {
    switch (value, expected) {
    case (.list, .list), (.record, .record): compare(value, expected, name)
    default: return nil
    }
  }

  private mutating func compare(_ value: CellValue, _ expected: CellValue, _ name: String) {
    switch (value, expected) {
    case (.record(let fields), .record(let others)):
      for field in fields {
        let place = "\(name).\(field.name)"
        if let other = others.first(where: { $0.name == field.name }) {
          compare(field.value, other.value, place)
        } else {
          tell("\(place) is \(Self.text(of: field.value, place)), and is not expected")
        }
      }
      for other in others where !fields.contains(where: { $0.name == other.name }) {
        let place = "\(name).\(other.name)"
        tell("\(place) is missing, and \(Self.text(of: other.value, place)) is expected")
      }
    case (.list(let values), .list(let others)):
      for (index, (value, other)) in zip(values, others).enumerated() {
        compare(value, other, "\(name)[\(index)]")
      }
      if values.count != others.count {
        tell("\(name) has \(values.count) values, not \(others.count)")
      }
    default:
      if !Operand(value).equals(Operand(expected)) {
        tell("\(name) is \(Self.text(of: value, name)), not \(Self.text(of: expected, name))")
      }
    }
  }

  private mutating func tell(_ place: @autoclosure () -> String) {
    count += 1
    if places.count < Self.mostTold { places.append(place()) }
  }

  private static func text(of value: CellValue, _ name: String) -> String {
    ShownOperand.text(of: value, named: name, longest: longestValue)
  }
}
