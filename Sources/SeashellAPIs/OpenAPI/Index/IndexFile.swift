import CoreSystem
import Glibc

/// The bytes of an index: an open file, or an array.
final class IndexFile: Sendable {
  private enum Content: Sendable {
    case file(Int32, path: String)
    case bytes([UInt8])
  }

  private let content: Content
  /// The size when it was opened, in bytes.
  let size: Int

  init(_ bytes: [UInt8]) {
    (content, size) = (.bytes(bytes), bytes.count)
  }

  /// Opens a regular file, without following links.
  init(path: String) throws(DescriptionError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    content = .file(descriptor, path: path)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let error = SystemError("cannot read '\(path)'")
      size = 0
      throw DescriptionError(.system, error.description)
    }
    size = Int(status.st_size)
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw DescriptionError(.system, "cannot read '\(path)': it is not a regular file")
    }
  }

  deinit {
    if case .file(let descriptor, _) = content, descriptor >= 0 { close(descriptor) }
  }

  func read(_ count: Int, at offset: Int) throws(DescriptionError) -> [UInt8] {
    guard count >= 0, offset >= 0, count <= size - offset else { throw RecordReader.damaged }
    switch content {
    case .bytes(let bytes): return count == size ? bytes : Array(bytes[offset..<(offset + count)])
    case .file(let descriptor, let path):
      guard let bytes = FileBytes.read(descriptor, count, at: offset) else {
        throw DescriptionError(.system, SystemError("cannot read '\(path)'").description)
      }
      guard bytes.count == count else { throw RecordReader.damaged }
      return bytes
    }
  }
}
