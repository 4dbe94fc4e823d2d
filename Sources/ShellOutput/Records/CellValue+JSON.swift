import FoundationEssentials

extension CellValue {
  /// Appends the value as JSON (RFC 8259) in one line.
  ///
  /// - Parameters:
  ///   - escapesHostile: whether to escape control and invisible characters too.
  ///   - bytes: the output.
  func appendJSON(escapesHostile: Bool, to bytes: inout [UInt8]) {
    switch self {
    case .text(let text):
      JSONText.append(text, escapesHostile: escapesHostile, to: &bytes)
    case .untyped(let text) where JSONNumber.isNumber(text): bytes.append(text)
    case .untyped(let text): JSONText.append(text, escapesHostile: escapesHostile, to: &bytes)
    case .integer(let number): bytes.append(String(number))
    case .decimal(let number):
      bytes.append(number.isNaN ? "null" : number.description)
    case .boolean(let value): bytes.append(value ? "true" : "false")
    case .date(let date):
      bytes.append(DateText.iso8601(date).map { "\"\($0)\"" } ?? "null")
    case .list(let values):
      bytes.append("[")
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(",") }
        value.appendJSON(escapesHostile: escapesHostile, to: &bytes)
      }
      bytes.append("]")
    case .record(let fields):
      bytes.append("{")
      for (index, field) in fields.enumerated() {
        if index > 0 { bytes.append(",") }
        JSONText.append(field.name, escapesHostile: escapesHostile, to: &bytes)
        bytes.append(":")
        field.value.appendJSON(escapesHostile: escapesHostile, to: &bytes)
      }
      bytes.append("}")
    case .json(let value):
      JSONText.append(value, escapesHostile: escapesHostile, to: &bytes)
    case .null: bytes.append("null")
    }
  }
}
