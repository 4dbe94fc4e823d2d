/// Writes a list as an array and a single record as an object: a record a line for a program,
/// indented and coloured on a terminal.
@MainActor
final class JSONRenderer: RecordRenderer {
  private let columns: [Column]
  private let stream: ByteStream
  private let style: OutputStyle
  private let encoder: JSONRecordEncoder
  /// What stands before the first record of a list, before each of the others, and at the end.
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
