/// Fields of CSV, after RFC 4180.
enum CSVText {
  /// Appends a field, in quotes where it needs them.
  ///
  /// It needs them for a comma, a quote or a line's end in it, and for a blank at either end, which
  /// some readers take away.
  ///
  /// - Parameters:
  ///   - text: the field.
  ///   - isAlone: whether its record has no other; an empty line would be no record.
  ///   - bytes: where it goes.
  static func append(_ text: String, isAlone: Bool, to bytes: inout [UInt8]) {
    var text = text
    let needsQuotes = text.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return isAlone }
      return isBlank(first) || isBlank(last) || bytes.contains(where: isSpecial)
    }
    guard needsQuotes else { return bytes.append(text) }
    bytes.append(quote)
    bytes.append(text, where: { $0 == quote }, escapedBy: { $1 += [$0, $0] })
    bytes.append(quote)
  }

  private static let quote = UInt8(ascii: "\"")

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
      || byte == UInt8(ascii: "\r")
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
