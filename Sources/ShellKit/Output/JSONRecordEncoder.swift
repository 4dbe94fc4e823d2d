import FoundationEssentials

/// Writes records as JSON objects, after RFC 8259.
struct JSONRecordEncoder {
  /// What stands before each value: the brace or comma, the name and the colon.
  private let prefixes: [[UInt8]]
  private let escapesHostile: Bool

  /// Makes an encoder.
  ///
  /// - Parameters:
  ///   - columns: the fields.
  ///   - escapesHostile: whether what a terminal would obey is written as `\u009b`.
  init(_ columns: [Column], escapesHostile: Bool) {
    self.escapesHostile = escapesHostile
    prefixes = columns.enumerated().map { index, column in
      var prefix: [UInt8] = [index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")]
      JSONText.append(column.name, escapesHostile: escapesHostile, to: &prefix)
      prefix.append(UInt8(ascii: ":"))
      return prefix
    }
  }

  /// Appends an object, without a newline.
  func append(_ values: [Value], to bytes: inout [UInt8]) {
    if prefixes.isEmpty { bytes.append(UInt8(ascii: "{")) }
    for index in prefixes.indices {
      bytes.append(contentsOf: prefixes[index])
      switch values[index] {
      case .text(let text): JSONText.append(text, escapesHostile: escapesHostile, to: &bytes)
      case .integer(let number): bytes.append(String(number))
      case .decimal(let number):
        bytes.append(number.isNaN ? "null" : DecimalText.shortest(number))
      case .boolean(let truth): bytes.append(truth ? "true" : "false")
      case .json(let value):
        bytes.append(contentsOf: JSONText.encoded(value, escapesHostile: escapesHostile))
      case .null: bytes.append("null")
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
