/// Writes CSV (RFC 4180): a header, and lines that end in CR LF.
@MainActor
final class CSVRenderer: RecordRenderer {
  private let columns: [Column]
  private let stream: ByteStream
  private let isTerminal: Bool
  private var hasHeader = false

  init(_ columns: [Column], to stream: ByteStream, style: OutputStyle) {
    self.columns = columns
    self.stream = stream
    isTerminal = style.isTerminal
  }

  func row(_ values: [CellValue]) throws {
    if !hasHeader { try header() }
    try line(values)
  }

  func end(isComplete: Bool) throws {
    if isComplete, !hasHeader { try header() }
  }

  func record(_ values: [CellValue]) throws {
    try row(values)
  }

  private func header() throws {
    hasHeader = true
    try line(columns.map { .text($0.name) })
  }

  private func line(_ values: [CellValue]) throws {
    try stream.write { bytes in
      var isFirst = true
      for value in values {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        let text = value.plainText
        let field = isTerminal ? TerminalText.escaped(text, keepsLines: true) : text
        CSVText.append(field, isAlone: values.count == 1, to: &bytes)
      }
      bytes.append("\r\n")
    }
  }
}

/// Encodes CSV fields by RFC 4180.
enum CSVText {
  /// Appends a field, quoted if it contains a comma, a quote or a line break, or if it begins or
  /// ends with a blank, which some readers would remove.
  ///
  /// An empty field that is alone in its record is quoted too, since readers skip empty lines.
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
