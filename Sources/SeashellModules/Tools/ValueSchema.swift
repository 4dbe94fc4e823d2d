import SeashellHosting
import SeashellKit

/// A JSON Schema whose value is typed as one word.
struct ValueSchema: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case text
    case integer
    case number
    case boolean
    case choice([Choice])
    /// A scalar of one of these types of JSON Schema. Text that fits none of the others is a string.
    case mixed([String])
    /// A JSON text, whose value must have a type of JSON Schema if one is named.
    case json(type: String?)
  }

  struct Choice: Sendable, Equatable {
    let text: String
    let value: CellValue
    /// Its meaning, in the module's words.
    let title: String?
  }

  var kind: Kind

  /// The bounds of a text's length, in Unicode scalars.
  var length: ClosedRange<Int>?

  var bounds = NumberBounds()

  /// A regular expression of ECMA-262 that the text must contain a match of.
  var pattern: String?

  var format: TextFormat?

  init(_ kind: Kind) {
    self.kind = kind
  }

  init(_ kind: Kind, boundedBy schema: CellValue) {
    self.kind = kind
    switch kind {
    case .text:
      let least = schema["minLength"]?.integerValue ?? 0
      let most = schema["maxLength"]?.integerValue ?? .max
      if least > 0 || most < .max, least <= most { length = least...most }
      pattern = schema["pattern"]?.textValue
      format = schema["format"]?.textValue.flatMap(TextFormat.init)
    case .integer, .number: bounds = NumberBounds(schema)
    case .boolean, .choice, .mixed, .json: break
    }
  }
}

extension ValueSchema {
  private static let mostListed = 64

  /// The maximum length of a shown pattern, in characters.
  private static let longestPattern = 60

  var type: ValueType {
    switch kind {
    case .text: textExpectation.map { .custom($0) } ?? .text()
    case .integer: .integer(bounds.integers)
    case .number: .number(bounds.numbers)
    case .boolean: .choice(["true", "false"])
    case .choice(let choices) where choices.count <= Self.mostListed:
      .choice(choices.map(\.text))
    case .choice(let choices):
      .custom("one of \(choices.count) words, such as \(choices[0].text) or \(choices[1].text)")
    case .mixed: .text()
    case .json("object"?): .custom("a JSON object")
    case .json("array"?): .custom("a JSON array")
    case .json: .custom("JSON")
    }
  }

  private var textExpectation: String? {
    var parts: [String] = []
    if let format { parts.append(format.expectation) }
    if let length, format == nil || length != 1...Int.max {
      let count =
        length.upperBound == .max
        ? "at least \(length.lowerBound)"
        : length.lowerBound == 0
          ? "at most \(length.upperBound)" : "\(length.lowerBound) to \(length.upperBound)"
      let noun = count.hasSuffix(" 1") ? "character" : "characters"
      parts.append(parts.isEmpty ? "\(count) \(noun)" : "of \(count) \(noun)")
    }
    if let pattern {
      let shown = pattern.count <= Self.longestPattern ? pattern : "the tool's pattern"
      parts.append((parts.isEmpty ? "text that matches " : "that match ") + shown)
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  var choices: [Choice] {
    if case .choice(let choices) = kind { choices } else { [] }
  }

  var valueName: String {
    switch kind {
    case .text: format?.valueName ?? "TEXT"
    case .integer, .number: "N"
    case .boolean: "true|false"
    case .choice: "WORD"
    case .mixed: "VALUE"
    case .json: "JSON"
    }
  }

  var parser: ValueParser? {
    if self == ValueSchema(.text) { return nil }
    return ValueParser { try value(of: $0.text) }
  }
}
