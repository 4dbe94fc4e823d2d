public import CoreEvents
public import FoundationEssentials

/// The value of a field of a record.
public enum CellValue: Sendable, Hashable {
  /// Text.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// A decimal number, such as a price, written in its shortest form.
  case decimal(Decimal)
  /// A Boolean.
  case boolean(Bool)
  /// A JSON value such as a list or an object: nested in JSON, written as JSON text in other formats.
  case json(JSONValue)
  /// No value: `null` in JSON, empty in other formats.
  case null
}

extension CellValue {
  /// The value as text without quotes; empty for null.
  var plainText: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): DecimalText.shortest(number)
    case .boolean(let value): value ? "true" : "false"
    case .json(let value):
      String(decoding: JSONText.encoded(value, escapesHostile: false), as: UTF8.self)
    case .null: ""
    }
  }

  /// The value as a number, or nil if it is not a number.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): Double(DecimalText.shortest(number))
    case .text, .boolean, .json, .null: nil
    }
  }
}

/// Writes decimal numbers in their shortest form.
enum DecimalText {
  /// The number without exponent, thousands separator or trailing zeros: `12.5`, `1200`.
  static func shortest(_ number: Decimal) -> String {
    number.description
  }
}
