/// The destination of a stream's bytes.
@MainActor
package protocol ByteSink: AnyObject {
  /// Writes all bytes.
  ///
  /// - Throws: ``OutputClosed`` if the reader is gone, otherwise a ``ShellError``.
  func write(_ bytes: UnsafeRawBufferPointer) throws

  /// Shows bytes that the sink has held back.
  func showNow() throws
}

extension ByteSink {
  /// Does nothing, since the sink holds nothing back.
  package func showNow() throws {}
}

/// A sink that stores the bytes.
@MainActor
package final class MemorySink: ByteSink {
  /// The bytes that the stream has flushed.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// The bytes as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes.append(contentsOf: bytes)
  }
}

/// The reader of an output closed it, such as the next program of a pipe.
///
/// It ends the command early, but the command has not failed.
package struct OutputClosed: Error, Equatable {
  package init() {}
}
