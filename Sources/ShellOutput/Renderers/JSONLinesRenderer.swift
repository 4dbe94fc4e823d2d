/// Writes an object a line, whether it is in a list or not.
@MainActor
final class JSONLinesRenderer: RecordRenderer {
  private let encoder: JSONRecordEncoder
  private let stream: ByteStream

  init(_ columns: [Column], to stream: ByteStream, style: OutputStyle) {
    encoder = JSONRecordEncoder(columns, layout: .line(style))
    self.stream = stream
  }

  func row(_ values: [CellValue]) throws {
    try stream.write { bytes in
      encoder.append(values, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  func end(isComplete: Bool) {}

  func record(_ values: [CellValue]) throws {
    try row(values)
  }
}
