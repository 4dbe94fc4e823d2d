/// Writes a list as a JSON array and a single record as an object.
///
/// For a program it writes one record a line; on a terminal it indents and uses colours.
@MainActor
final class JSONRenderer: RecordRenderer {
  private let columns: [Column]
  private let stream: ByteStream
  private let style: OutputStyle
  private var encoder: JSONRecordEncoder
  /// The texts before the first record of a list, between records, and after the last one.
  private let opening: String
  private let separator: String
  private let closing: String
  private var hasRows = false

  init(_ columns: [Column], to stream: ByteStream, style: OutputStyle) {
    self.columns = columns
    self.stream = stream
    self.style = style
    let layout = JSONLayout.readable(style, depth: 1)
    encoder = JSONRecordEncoder(columns, layout: layout)
    opening = "[" + layout.newline()
    separator = style.isTerminal ? "," + layout.newline() : ",\n"
    closing = style.isTerminal ? "\n]\n" : "]\n"
  }

  func row(_ values: [CellValue]) throws {
    try stream.write { bytes in
      bytes.append(hasRows ? separator : opening)
      encoder.append(values, to: &bytes)
    }
    hasRows = true
  }

  func change(_ columns: [Column]) -> Bool {
    encoder = JSONRecordEncoder(columns, layout: .readable(style, depth: 1))
    return true
  }

  func end(isComplete: Bool) throws {
    if isComplete {
      try stream.write(hasRows ? closing : "[]\n")
    } else if hasRows {
      try stream.write("\n")
    }
  }

  func record(_ values: [CellValue]) throws {
    let encoder = JSONRecordEncoder(columns, layout: .readable(style, depth: 0))
    try stream.write { bytes in
      encoder.append(values, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}

@MainActor
final class JSONLinesRenderer: RecordRenderer {
  private var encoder: JSONRecordEncoder
  private let stream: ByteStream
  private let style: OutputStyle

  init(_ columns: [Column], to stream: ByteStream, style: OutputStyle) {
    encoder = JSONRecordEncoder(columns, layout: .line(style))
    self.stream = stream
    self.style = style
  }

  func change(_ columns: [Column]) -> Bool {
    encoder = JSONRecordEncoder(columns, layout: .line(style))
    return true
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
