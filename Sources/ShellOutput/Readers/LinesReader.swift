/// Reads text: each line is a record with the field `line`.
@MainActor
final class LinesReader: RecordReader {
  private let receiver: any RecordReceiver
  private let errors: ReadError
  // The runtime check of exclusive access is left out: a feed never calls itself.
  @exclusivity(unchecked) private var frames = RecordFrames(LineBoundary())
  @exclusivity(unchecked) private var line = 1
  private var hasBegun = false

  init(file: String?, to receiver: any RecordReceiver) {
    self.receiver = receiver
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
    try begin()
  }

  private func begin() throws {
    guard !hasBegun else { return }
    hasBegun = true
    try receiver.columns([Column("line")], isList: true)
  }

  private func read(_ frame: UnsafeBufferPointer<UInt8>) throws {
    try begin()
    var text = frame.withoutLineEnd
    if line == 1 { text = text.withoutByteOrderMark }
    guard let text = text.text(0, text.count) else { throw errors.notUTF8(line: line) }
    try receiver.row([.untyped(text)], line: line)
    line += 1
  }
}
