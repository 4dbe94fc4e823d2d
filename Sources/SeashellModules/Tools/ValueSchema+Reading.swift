import CoreSchemas
import FoundationEssentials
import SeashellKit

extension ValueSchema {
  /// Parses a text.
  ///
  /// Throws any error if the expectation of the type is message enough.
  func value(of text: String, steps: Int = Pattern.steps) throws -> CellValue {
    switch kind {
    case .text:
      try checkText(text, steps)
      return .text(text)
    case .integer:
      let number = try Int(parameter: text)
      try bounds.check(Double(number))
      return .integer(number)
    case .number:
      let number = try Double(parameter: text)
      try bounds.check(number)
      return (try? Decimal(parameter: text)).map { .decimal($0) } ?? CellValue(number)
    case .boolean:
      guard text == "true" || text == "false" else { throw ParameterError("is not a Boolean") }
      return .boolean(text == "true")
    case .choice(let choices):
      guard let choice = choices.first(where: { $0.text == text }) else { throw Mismatch() }
      return choice.value
    case .mixed(let types):
      let value = (try? CellValue(json: text)) ?? .text(text)
      if value.textValue == nil, types.contains(where: value.isOf) { return value }
      guard types.contains("string") else {
        throw ParameterError("takes a value of the types " + types.joined(separator: " or "))
      }
      return .text(text)
    case .json(let type):
      let value = try CellValue(json: text)
      if let type, !value.isOf(type) { throw Mismatch() }
      return value
    }
  }

  private func checkText(_ text: String, _ steps: Int) throws {
    if let length, !length.contains(text.unicodeScalars.count) { throw Mismatch() }
    if let format, !format.accepts(text) { throw Mismatch() }
    if let pattern, try TextPattern.matches(pattern, text, steps: steps) == false {
      throw Mismatch()
    }
  }

  /// Thrown if the text has the wrong type; the expectation of the type says what is right.
  private struct Mismatch: Error {}
}

extension CellValue {
  func isOf(_ type: String) -> Bool {
    switch (self, type) {
    case (.text, "string"), (.integer, "integer"), (.integer, "number"), (.decimal, "number"),
      (.untyped, "number"), (.boolean, "boolean"), (.list, "array"), (.record, "object"),
      (.null, "null"):
      true
    case (.decimal(let number), "integer"): number == number.rounded
    default: false
    }
  }
}

extension Decimal {
  fileprivate var rounded: Decimal {
    Double(description).map { Decimal($0.rounded()) } ?? self
  }
}
