import CoreLoop

/// A buffered writer of text and bytes.
///
/// It flushes at 64 KiB, on request, and before the loop waits: nothing that was written is held back because
/// something else is slow. After an error it discards its buffer, and every write throws that error again until
/// ``recover()``.
@MainActor
package final class ByteStream: WaitPreparing {
  private static let limit = 64 * 1024

  private let sink: any ByteSink
  /// Receives records instead of the sink; nil if they are written as text.
  let records: (any ResultReceiver)?
  // The runtime check of exclusive access costs more than copying a line. It can be omitted, since encoders
  // get only the buffer and so cannot write to the stream.
  @exclusivity(unchecked) private var buffer: [UInt8] = []

  /// Whether a write may go straight to the buffer: there is no error, no open line to end, and the loop will have
  /// the buffer written before it waits.
  // The only check of each write.
  @exclusivity(unchecked) private var isReady = false
  /// Whether the loop calls ``prepareForWait()`` before it waits.
  private var isRegistered = false
  /// Whether the text so far ends inside a line that the next text must not continue.
  package private(set) var hasOpenLine = false

  /// The error of the last write; nil if it succeeded.
  package private(set) var failure: (any Error)? {
    didSet { isReady = false }
  }

  /// Creates a stream that writes to a sink.
  ///
  /// - Parameters:
  ///   - sink: receives the bytes.
  ///   - records: receives records instead of the sink.
  package init(to sink: any ByteSink, records: (any ResultReceiver)? = nil) {
    self.sink = sink
    self.records = records
    buffer.reserveCapacity(Self.limit)
  }

  /// Writes a text.
  package func write(_ text: String) throws {
    // A long text goes directly to the sink, so that memory does not hold it twice.
    if text.utf8.count >= Self.limit {
      try prepare()
      try flush()
      var text = text
      try text.withUTF8 { try pass(UnsafeRawBufferPointer($0)) }
    } else {
      try write { $0.append(text) }
    }
  }

  /// Writes a text and a newline.
  package func writeLine(_ text: String) throws {
    if text.utf8.count >= Self.limit {
      try write(text)
      return try write("\n")
    }
    try write {
      $0.append(text)
      $0.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes bytes unchanged.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    try write { $0.append(contentsOf: bytes) }
  }

  /// Lets an encoder append to the buffer.
  func write(_ encode: (inout [UInt8]) -> Void) throws {
    if !isReady { try prepare() }
    encode(&buffer)
    if buffer.count >= Self.limit { try flush() }
  }

  /// Writes a piece of a text whose last line may be open.
  ///
  /// Whatever is written next begins a new line, unless it is the rest of the text.
  ///
  /// - Parameter isRest: whether it continues the line that the text has left open.
  func write(_ piece: some Collection<UInt8>, isRest: Bool) throws {
    guard !piece.isEmpty else { return }
    if isRest { hasOpenLine = false }
    var last: UInt8?
    try write {
      $0.append(contentsOf: piece)
      last = $0.last
    }
    if let last, last != UInt8(ascii: "\n") { (hasOpenLine, isReady) = (true, false) }
  }

  /// Lets the next text begin a new line, since what the sink has ends inside one.
  package func beginInsideLine() { (hasOpenLine, isReady) = (true, false) }

  /// Ends the line that a text has left open, for a program that writes next to the same descriptor.
  package func endLine() throws {
    if hasOpenLine { try prepare() }
  }

  private func prepare() throws {
    if let failure { throw failure }
    if hasOpenLine { buffer.append(UInt8(ascii: "\n")) }
    if !isRegistered { MainLoop.shared.callBeforeWaiting(self) }
    (isReady, isRegistered, hasOpenLine) = (true, true, false)
  }

  /// Writes the buffer; the next write throws the error, if there is one.
  package func prepareForWait() {
    (isReady, isRegistered) = (false, false)
    try? flush()
  }

  /// Writes the buffer to the sink.
  package func flush() throws {
    if let failure { throw failure }
    guard !buffer.isEmpty else { return }
    // Free the memory of a very long row.
    defer { buffer.removeAll(keepingCapacity: buffer.capacity <= 4 * Self.limit) }
    try buffer.withUnsafeBytes { try pass($0) }
  }

  /// Writes the buffer to the sink and has the sink show it.
  package func showNow() throws {
    try flush()
    try sink.showNow()
  }

  /// Discards the buffer and all further writes, since what the sink writes to is closed.
  package func close() {
    buffer = []
    failure = failure ?? OutputClosed()
  }

  /// Clears the error, so that writes work again.
  package func recover() {
    failure = nil
  }

  private func pass(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try sink.write(bytes)
    } catch {
      failure = error
      throw error
    }
  }
}

/// Receives the records of a stream instead of its sink, and shows them in its own way.
@MainActor
package protocol ResultReceiver: RecordStage {
  /// Whether it accepts only records that would be written as a table; others arrive as text.
  var takesTablesOnly: Bool { get }
}
