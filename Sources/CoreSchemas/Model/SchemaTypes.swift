import CoreJSON

/// The types that a schema allows.
struct SchemaTypes: Sendable {
  /// A type, by its name in a schema.
  enum Name: String, Sendable {
    case null, boolean, integer, number, string, array, object

    var words: String {
      switch self {
      case .null: "null"
      case .boolean: "a Boolean"
      case .integer: "an integer"
      case .number: "a number"
      case .string: "text"
      case .array: "a list"
      case .object: "an object"
      }
    }
  }

  let names: [Name]

  /// Whether an integer has neither a point nor an exponent, as in draft-04.
  let areIntegersPlain: Bool

  func allow(_ value: JSONValue) -> Bool {
    names.contains { name in
      switch (name, value) {
      case (.null, .null), (.boolean, .bool), (.string, .string), (.array, .array): true
      case (.object, .object), (.number, .integer), (.number, .number), (.integer, .integer): true
      case (.integer, .number(let number)):
        areIntegersPlain
          ? !number.text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
          : SchemaNumber(value)?.isInteger == true
      default: false
      }
    }
  }

  /// `is text, not a number or null`.
  static func difference(of names: [Name], to value: JSONValue) -> String {
    var words: [String] = []
    for name in names where !words.contains(name.words) { words.append(name.words) }
    let kind = value.kind == "a number" ? value.words : value.kind
    return "is \(kind), not \(words.isEmpty ? "of any type" : words.joined(separator: " or "))"
  }
}
