import CoreJSON

/// Reads JSON lines: a value on each line; blank lines are skipped.
@MainActor
final class JSONLinesReader: RecordReader {
  private let rows: JSONRows
  private let errors: ReadError
  // The runtime check of exclusive access is left out: a feed never calls itself.
  @exclusivity(unchecked) private var frames = RecordFrames(LineBoundary())
  @exclusivity(unchecked) private var line = 1

  init(file: String?, to receiver: any RecordReceiver) {
    rows = JSONRows(to: receiver)
    errors = ReadError(file: file)
  }

  func feed(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try frames.feed(bytes) { try read($0) }
    } catch is RecordTooLong {
      throw errors.tooLong(line: line)
    }
  }

  func end() throws {
    try frames.end { try read($0) }
    try rows.end()
  }

  private func read(_ frame: UnsafeBufferPointer<UInt8>) throws {
    var text = frame.withoutLineEnd
    if line == 1 { text = text.withoutByteOrderMark }
    if text.contains(where: { !$0.isJSONSpace }) {
      do {
        try rows.read(text, line: line)
      } catch let error as JSONError {
        throw errors.json(error.reason, line: line, column: error.offset + 1)
      }
    }
    line += 1
  }
}

extension UInt8 {
  /// Whether the byte is white space between the tokens of JSON.
  @inline(__always)
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
