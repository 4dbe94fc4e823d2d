/// Writes a record a line, its fields separated by tabs, without a header.
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
        if case .text(let text) = value {
          TSVText.append(text, escapesHostile: isTerminal, to: &bytes)
        } else {
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
