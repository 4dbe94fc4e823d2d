@MainActor
final class TSVRenderer: RecordRenderer {
  private let stream: ByteStream
  private let isTerminal: Bool

  init(_ columns: [Column], to stream: ByteStream, style: OutputStyle) {
    self.stream = stream
    isTerminal = style.isTerminal
  }

  func row(_ values: [CellValue]) throws {
    try stream.write { bytes in
      var isFirst = true
      for value in values {
        if !isFirst { bytes.append(UInt8(ascii: "\t")) }
        isFirst = false
        switch value {
        case .text(let text), .untyped(let text):
          TSVText.append(text, escapesHostile: isTerminal, to: &bytes)
        case .list, .record:
          TSVText.append(value.plainText, escapesHostile: isTerminal, to: &bytes)
        case .integer, .decimal, .boolean, .date, .null, .missing:
          bytes.append(value.plainText)
        }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  func end(isComplete: Bool) {}

  func record(_ values: [CellValue]) throws {
    try row(values)
  }
}

enum TSVText {
  /// Appends a field: tab, newline, carriage return and backslash become `\t`, `\n`, `\r`, `\\`.
  static func append(_ text: String, escapesHostile: Bool, to bytes: inout [UInt8]) {
    if escapesHostile, !TerminalText.isPrintableASCII(text) {
      var escaped: [UInt8] = []
      escaped.append(text, where: isSpecial, escapedBy: escape)
      let shown = TerminalText.escaped(String(decoding: escaped, as: UTF8.self))
      bytes.append(shown)
    } else {
      bytes.append(text, where: isSpecial, escapedBy: escape)
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    default: bytes.append(byte)
    }
  }
}
