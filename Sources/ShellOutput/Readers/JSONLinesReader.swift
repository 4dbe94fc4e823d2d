import CoreJSON
import CoreLoop

/// Reads JSON lines: a value on each line; blank lines are skipped.
@MainActor
final class JSONLinesReader: RecordReader, WaitPreparing {
  private let rows: JSONRows
  private let errors: ReadError
  // The runtime check of exclusive access is left out: a feed never calls itself.
  @exclusivity(unchecked) private var frames = RecordFrames(LineBoundary())
  @exclusivity(unchecked) private var line = 1

  init(file: String?, to receiver: any RecordReceiver) {
    rows = JSONRows(to: receiver)
    errors = ReadError(file: file)
  }

  /// Why rows could not be passed on before the loop waited.
  private var failure: (any Error)?

  func feed(_ bytes: UnsafeRawBufferPointer) throws {
    if let failure { throw failure }
    if rows.isHolding { try rows.release() }
    do {
      try frames.feed(bytes) { try read($0) }
    } catch is RecordTooLong {
      try rows.release()
      throw errors.tooLong(line: line)
    }
    guard rows.isHolding else { return }
    // The input may end with a record without a line end, whose fields are columns too; but it may also be slow.
    if frames.hasBegun {
      MainLoop.shared.callBeforeWaiting(self)
    } else {
      try rows.release()
    }
  }

  func prepareForWait() {
    guard rows.isHolding else { return }
    do { try rows.release() } catch { failure = error }
  }

  func end() throws {
    if let failure { throw failure }
    try frames.end { try read($0) }
    try rows.release()
  }

  private func read(_ frame: UnsafeBufferPointer<UInt8>) throws {
    var text = frame.withoutLineEnd
    if line == 1 { text = text.withoutByteOrderMark }
    if text.contains(where: { !$0.isJSONSpace }) {
      do {
        try rows.read(text, line: line)
      } catch let error as JSONError {
        if rows.isHolding { try rows.release() }
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
