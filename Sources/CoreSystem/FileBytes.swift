import Glibc

/// Reads and writes all bytes of open files, and goes on after a signal.
///
/// After a failure `errno` is the reason. A descriptor that does not block fails with EAGAIN.
package enum FileBytes {
  private static let pieceSize = 16 << 10

  /// Reads up to the end of the file.
  ///
  /// - Parameter maximum: stops soon after so many bytes. If there are more in the result, the file is larger.
  /// - Returns: the bytes; nil after a failure.
  package static func read(_ descriptor: Int32, upTo maximum: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 1)
    defer { piece.deallocate() }
    while bytes.count <= maximum {
      let count = Glibc.read(descriptor, piece.baseAddress, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += UnsafeRawBufferPointer(rebasing: piece[..<count])
    }
    return bytes
  }

  /// Reads a part of the file, without moving the descriptor's offset.
  ///
  /// - Returns: the bytes, fewer if the file ends before; nil after a failure.
  package static func read(_ descriptor: Int32, _ count: Int, at offset: Int) -> [UInt8]? {
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count])
        let read = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        if read < 0, errno == EINTR { continue }
        isRead = read >= 0
        guard read > 0 else { return }
        filled += read
      }
    }
    return isRead ? bytes : nil
  }

  /// Writes all bytes.
  ///
  /// - Returns: false after a failure; some of the bytes may be written then.
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
