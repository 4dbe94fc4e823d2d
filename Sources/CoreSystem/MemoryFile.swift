import CProcess
import Glibc

/// A file in memory, bounded in size, that programs write to without waiting for a reader.
package final class MemoryFile {
  /// The descriptor to write to; its offset is the number of bytes written.
  package let descriptor: Int32
  private var taken: off_t = 0

  /// Creates an empty file.
  ///
  /// - Parameter capacity: the maximum size in bytes; a write beyond it fails.
  /// - Throws: ``SystemError`` if the process cannot open more files.
  package init(capacity: Int) throws {
    descriptor = seashell_memory_file(capacity)
    guard descriptor >= 0 else { throw SystemError("cannot create a file in memory") }
  }

  deinit { close(descriptor) }

  /// Returns what was written since the last call.
  package func take() -> [UInt8] {
    // All writers share the offset.
    let end = lseek(descriptor, 0, SEEK_CUR)
    guard end > taken else { return [] }
    defer { taken = end }
    return FileBytes.read(descriptor, end - taken, at: taken) ?? []
  }
}
