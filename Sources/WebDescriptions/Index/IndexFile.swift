import CoreSystem
import Glibc

final class IndexFile: Sendable {
  private let descriptor: Int32
  private let path: String
  /// The size when it was opened, in bytes.
  let size: Int

  /// Opens a regular file, without following links.
  init(path: String) throws(DescriptionError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
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

  deinit { if descriptor >= 0 { close(descriptor) } }

  func read(_ count: Int, at offset: Int) throws(DescriptionError) -> [UInt8] {
    guard count >= 0, offset >= 0, count <= size - offset else { throw RecordReader.damaged }
    guard let bytes = FileBytes.read(descriptor, count, at: offset) else {
      throw DescriptionError(.system, SystemError("cannot read '\(path)'").description)
    }
    guard bytes.count == count else { throw RecordReader.damaged }
    return bytes
  }
}
