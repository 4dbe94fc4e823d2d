import CoreJSON

/// Compares the fields of a write with the service's record.
///
/// A form sends text where the service's JSON has numbers, so values are compared as text. A missing value,
/// `null` and an empty text are equal.
enum FieldComparison {
  /// Returns whether a record contains all fields of an object with the same values; false if
  /// either is not an object.
  static func matches(_ fields: JSONValue, _ record: JSONValue?) -> Bool {
    guard case .object(let members) = fields, case .object(let found)? = record else {
      return false
    }
    return members.allSatisfy { isSame($0.value, found[$0.key] ?? .null) }
  }

  /// Returns a record's values for the names in some objects.
  static func values(of record: JSONValue?, like objects: JSONValue?...) -> JSONValue? {
    guard case .object(let found)? = record else { return nil }
    var values = JSONObject()
    for case .object(let members)? in objects {
      for name in members.keys { values[name] = found[name] ?? .null }
    }
    return values.isEmpty ? .object(found) : .object(values)
  }

  static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    case (.object(let left), .object(let right)):
      return left.allSatisfy { isSame($0.value, right[$0.key] ?? .null) }
    case (.array(let elements), let single), (let single, .array(let elements)):
      // A form cannot distinguish a list with one value from a single value.
      if elements.isEmpty { return text(of: single) == "" }
      return elements.count == 1 && isSame(elements[0], single)
    default: break
    }
    guard let one = text(of: left), let other = text(of: right) else { return false }
    if one == other { return true }
    guard isNumber(left) || isNumber(right), let one = Double(one), let other = Double(other)
    else { return false }
    return one == other
  }

  private static func text(of value: JSONValue) -> String? {
    switch value {
    case .null: ""
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): value.text
    case .string(let value): value
    case .array, .object: nil
    }
  }

  private static func isNumber(_ value: JSONValue) -> Bool {
    switch value {
    case .integer, .number: true
    default: false
    }
  }
}
