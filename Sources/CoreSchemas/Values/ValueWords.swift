import CoreJSON

extension JSONValue {
  /// The kind of the value in words: `a number`.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .integer, .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The value for a message, in at most 42 characters: `9`, `'red'`, `[1,2]`, `a list of 30`.
  var words: String {
    switch self {
    case .null, .bool, .integer: jsonText
    case .number(let number): number.text.shortened(to: 40)
    case .string(let text): "'\(text.shortened(to: 40))'"
    case .array(let items): shortText(of: items) ?? "a list of \(items.count)"
    case .object(let members): shortText(of: members.values) ?? "an object"
    }
  }

  /// The value as JSON if it is short; what is long is not written first.
  private func shortText(of parts: [JSONValue]) -> String? {
    let areShort = parts.allSatisfy { part in
      switch part {
      case .null, .bool, .integer: true
      case .number(let number): number.text.utf8.count <= 40
      case .string(let text): text.utf8.count <= 40
      case .array(let items): items.isEmpty
      case .object(let members): members.isEmpty
      }
    }
    guard parts.count <= 10, areShort else { return nil }
    let text = jsonText
    return text.utf8.count <= 40 ? text : nil
  }
}

/// A number with its noun, which gets an s unless the number is 1: `3 items`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : noun == "property" ? "\(count) properties" : "\(count) \(noun)s"
}
