import CoreJSON
import SeashellKit
import ShellCommands

extension DescribedSchema {
  /// Whether a value is a text, a number or a Boolean, and so needs no JSON.
  var isScalar: Bool {
    guard types.isDisjoint(with: [.array, .object]), properties.isEmpty else { return false }
    if !alternatives.isEmpty { return alternatives.allSatisfy(\.isScalar) }
    return !types.isEmpty || !choices.isEmpty || isFile
  }

  /// Whether any value is allowed.
  var isUntyped: Bool {
    types.isEmpty && choices.isEmpty && properties.isEmpty && alternatives.isEmpty && !isFile
  }

  /// The schema of the elements of a list of scalars; nil for other schemas.
  var scalarItems: DescribedSchema? {
    guard type == .array, let items, items.isScalar else { return nil }
    return items
  }

  /// Whether the value is a file in a form.
  var isFile: Bool { types.contains(.file) || format == "binary" || contentType != nil }

  /// The type of a word; any text if the schema is more complex than a type can express.
  var wordType: ValueType {
    let words = choices.compactMap(\.word)
    if !words.isEmpty, words.count == choices.count(where: { $0 != .null }) {
      return .choice(words)
    }
    if let patternRule { return .custom(patternRule) }
    switch type {
    case .boolean?: return .choice(["true", "false"])
    case .integer?:
      let range = wholeNumbers
      return .integer(range == .min ... .max ? nil : range)
    case .number?: return .number()
    case .string? where bounds.minLength != nil || bounds.maxLength != nil:
      let (least, most) = (bounds.minLength ?? 0, bounds.maxLength ?? .max)
      return .text(length: least <= most && least >= 0 ? least...most : nil)
    default: return .text()
    }
  }

  /// The integers within the bounds, which may be written as `0.0`; nil without bounds.
  private var wholeNumbers: ClosedRange<Int>? {
    func whole(_ bound: JSONNumber, _ rule: FloatingPointRoundingRule) -> Int? {
      Int(bound.text) ?? Int(exactly: bound.double.rounded(rule))
    }
    var (least, most) = (Int.min, Int.max)
    if let bound = bounds.minimum, let number = whole(bound, .up) {
      least = number
      if bounds.isMinimumExclusive, JSONNumber(number) == bound, least < .max { least += 1 }
    }
    if let bound = bounds.maximum, let number = whole(bound, .down) {
      most = number
      if bounds.isMaximumExclusive, JSONNumber(number) == bound, most > .min { most -= 1 }
    }
    return least <= most ? least...most : nil
  }

  /// The type of a word, or `null` if the schema allows it.
  var wordTypeWithNull: ValueType {
    switch wordType {
    case .choice(let words) where isNullable && !words.contains("null"): .choice(words + ["null"])
    case .integer, .number, .text(.some):
      isNullable ? .custom("\(wordType.expectation ?? "text") or null") : wordType
    default: wordType
    }
  }

  /// Parses a word as a text if the schema allows one, as a number or Boolean, or as JSON if a word
  /// cannot express the value.
  ///
  /// If texts are one of several types, a word that does not look like JSON is a text. The error
  /// does not quote the word: it may be secret.
  func value(of text: String, for name: String) throws -> JSONValue {
    if text == "null", isNullable { return .null }
    guard isScalar else {
      let isText = types.contains(.string) && text.first.map { !"{[\"".contains($0) } ?? true
      return isText ? (try? JSONValue(json: text)) ?? .string(text) : try json(text, for: name)
    }
    if let rule = brokenRule(by: text) { throw ShellError(.usage, "\(name) takes \(rule)") }
    if wordType.accepts(text) {
      if let choice = choices.first(where: { $0.word == text }) { return choice }
      let types = types.subtracting(.null)
      if types.isEmpty || !types.isDisjoint(with: [.string, .file]) { return .string(text) }
      if let value = try? JSONValue(json: text), allows(value) { return value }
    }
    let expectation = wordType.expectation ?? "a value of the type \(types.names.listed())"
    throw ShellError(.usage, "\(name) takes \(expectation)")
  }

  /// The error does not quote the text.
  func json(_ text: String, for name: String) throws -> JSONValue {
    let value: JSONValue
    do {
      value = try JSONValue(json: text)
    } catch {
      throw ShellError(.usage, "\(name) is not JSON: \(error)")
    }
    guard allows(value) else {
      throw ShellError(.usage, "\(name) takes JSON of the type \(types.names.listed())")
    }
    if let rule = value.word.flatMap(brokenRule) {
      throw ShellError(.usage, "\(name) takes \(rule)")
    }
    return value
  }

  private func allows(_ value: JSONValue) -> Bool {
    let own: DescribedTypes =
      switch value {
      case .null: .null
      case .bool: .boolean
      case .integer: [.integer, .number]
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
    return types.isEmpty || !types.isDisjoint(with: own)
  }
}

extension JSONValue {
  /// A scalar as a word of a command line; nil for other values.
  var word: String? {
    switch self {
    case .string(let text): text
    case .bool(let value): value ? "true" : "false"
    case .integer(let number): "\(number)"
    case .number(let number): number.text
    default: nil
    }
  }
}
