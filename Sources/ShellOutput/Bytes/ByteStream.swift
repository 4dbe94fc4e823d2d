/// A buffered writer of text and bytes.
///
/// It flushes itself at 64 KiB, else when told. After a failure it drops what it holds, and every
/// write throws that failure again until ``recover()``.
@MainActor
package final class ByteStream {
  private static let limit = 64 * 1024

  private let sink: any ByteSink
  // A check at run time costs a line of text more than copying it does. Nothing that appends to the
  // buffer writes to the stream: encoders are given the buffer alone.
  @exclusivity(unchecked) private var buffer: [UInt8] = []

  /// What made a write fail; nil while all is well.
  package private(set) var failure: (any Error)?

  /// Makes a stream that ends in a sink.
  package init(to sink: any ByteSink) {
    self.sink = sink
    buffer.reserveCapacity(Self.limit)
  }

  /// Writes a text.
  package func write(_ text: String) throws {
    // A long text goes past the buffer, so that it is not held twice.
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

  /// Lets an encoder append straight to the buffer.
  func write(_ encode: (inout [UInt8]) -> Void) throws {
    if let failure { throw failure }
    encode(&buffer)
    if buffer.count >= Self.limit { try flush() }
  }

  /// Hands everything on to the sink.
  package func flush() throws {
    if let failure { throw failure }
    guard !buffer.isEmpty else { return }
    // One long row must not keep its memory for good.
    defer { buffer.removeAll(keepingCapacity: buffer.capacity <= 4 * Self.limit) }
    try buffer.withUnsafeBytes { try pass($0) }
  }

  /// Hands everything on, and has the sink hold nothing back.
  package func showNow() throws {
    try flush()
    try sink.showNow()
  }

  /// Forgets a failure, so that what follows is written again.
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
