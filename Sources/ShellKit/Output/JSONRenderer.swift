/// Writes lists as arrays, a record a line, and a single record as an object.
@MainActor
final class JSONRenderer: RecordRenderer {
  private let encoder: JSONRecordEncoder
  private let stream: ByteStream
  private var hasRows = false

  init(_ columns: [Column], to stream: ByteStream, style: OutputStyle) {
    encoder = JSONRecordEncoder(columns, escapesHostile: style.isTerminal)
    self.stream = stream
  }

  func row(_ values: [Value]) throws {
    try stream.write { bytes in
      bytes.append(hasRows ? ",\n" : "[")
      encoder.append(values, to: &bytes)
    }
    hasRows = true
  }

  func end(isComplete: Bool) throws {
    if isComplete {
      try stream.write(hasRows ? "]\n" : "[]\n")
    } else if hasRows {
      try stream.write("\n")
    }
  }

  func record(_ values: [Value]) throws {
    try stream.write { bytes in
      encoder.append(values, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}
