/// A buffered writer of text and bytes.
///
/// It flushes at 64 KiB and on request. After an error it discards its buffer, and every write throws
/// that error again until ``recover()``.
@MainActor
package final class ByteStream {
  private static let limit = 64 * 1024

  private let sink: any ByteSink
  /// Receives records instead of the sink; nil if they are written as text.
  let records: (any ResultReceiver)?
  // The runtime check of exclusive access costs more than copying a line. It can be omitted, since encoders
  // get only the buffer and so cannot write to the stream.
  @exclusivity(unchecked) private var buffer: [UInt8] = []

  /// The error of the last write; nil if it succeeded.
  // Read at each write, and only assigned.
  @exclusivity(unchecked) package private(set) var failure: (any Error)?

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
    if let failure { throw failure }
    encode(&buffer)
    if buffer.count >= Self.limit { try flush() }
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
