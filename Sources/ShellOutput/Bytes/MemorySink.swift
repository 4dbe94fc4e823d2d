/// A sink that keeps what is written to it.
@MainActor
package final class MemorySink: ByteSink {
  /// What was written, once the stream was flushed.
  package private(set) var bytes: [UInt8] = []

  /// Makes an empty sink.
  package init() {}

  /// What was written, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes.append(contentsOf: bytes)
  }
}
