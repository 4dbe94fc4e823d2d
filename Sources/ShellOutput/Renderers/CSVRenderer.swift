/// Writes RFC 4180: a header, and lines that end in CR LF.
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
