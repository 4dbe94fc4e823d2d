extension CellValue {
  /// The value as text without any quoting; empty for null.
  var plainText: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): DecimalText.shortest(number)
    case .boolean(let truth): truth ? "true" : "false"
    case .json(let value):
      String(decoding: JSONText.encoded(value, escapesHostile: false), as: UTF8.self)
    case .null: ""
    }
  }

  /// The value as a number; nil where it is none.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): Double(DecimalText.shortest(number))
    case .text, .boolean, .json, .null: nil
    }
  }
}
