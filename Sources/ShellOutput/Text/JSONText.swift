import CoreEvents
import FoundationEssentials

/// Encodes strings and values as JSON (RFC 8259).
enum JSONText {
  /// Appends a string in quotes.
  ///
  /// - Parameters:
  ///   - text: the string.
  ///   - escapesHostile: whether to escape control and invisible characters too.
  ///   - bytes: the output.
  static func append(_ text: String, escapesHostile: Bool, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if escapesHostile, !TerminalText.isPrintableASCII(text) {
      var escaped: [UInt8] = []
      escaped.append(text, where: isSpecial, escapedBy: escape)
      let shown = TerminalText.escaped(
        String(decoding: escaped, as: UTF8.self), as: .json, keepsLines: false)
      bytes.append(shown)
    } else {
      bytes.append(text, where: isSpecial, escapedBy: escape)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a value, with an object's members in the order of their names.
  static func append(_ value: JSONValue, escapesHostile: Bool, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append("null")
    case .bool(let value): bytes.append(value ? "true" : "false")
    case .integer(let number): bytes.append(String(number))
    case .number(let number): bytes.append(number.isFinite ? String(number) : "null")
    case .string(let text): append(text, escapesHostile: escapesHostile, to: &bytes)
    case .array(let elements):
      bytes.append("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(",") }
        append(element, escapesHostile: escapesHostile, to: &bytes)
      }
      bytes.append("]")
    case .object(let members):
      bytes.append("{")
      for (index, name) in members.keys.sorted().enumerated() {
        if index > 0 { bytes.append(",") }
        append(name, escapesHostile: escapesHostile, to: &bytes)
        bytes.append(":")
        append(members[name] ?? .null, escapesHostile: escapesHostile, to: &bytes)
      }
      bytes.append("}")
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case 0..<0x20:
      bytes.append(byte < 0x10 ? "u000" : "u00")
      bytes.append(String(byte, radix: 16))
    default: bytes.append(byte)
    }
  }
}
