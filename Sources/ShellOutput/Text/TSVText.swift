/// Fields of TSV.
enum TSVText {
  /// Appends a field: tab, newline, carriage return and backslash become `\t`, `\n`, `\r`, `\\`.
  ///
  /// - Parameters:
  ///   - text: the field.
  ///   - escapesHostile: whether what a terminal would obey or hide is escaped too.
  ///   - bytes: where it goes.
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
