/// Where a stream's bytes end up.
@MainActor
package protocol ByteSink: AnyObject {
  /// Writes all of the bytes, or throws.
  ///
  /// - Throws: ``OutputClosed`` where the reader is gone, else a ``ShellError``.
  func write(_ bytes: UnsafeRawBufferPointer) throws

  /// Shows what was written so far, where it has been held back.
  func showNow() throws
}

extension ByteSink {
  /// Holds nothing back.
  package func showNow() throws {}
}
