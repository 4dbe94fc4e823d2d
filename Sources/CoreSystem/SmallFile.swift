import Glibc

/// Reads small files whole.
package enum SmallFile {
  /// The usual bound, in bytes: 1 MiB.
  package static let maximumSize = 1 << 20

  /// Why a file cannot be read.
  package enum Failure: Error, Equatable {
    /// A system call failed, with this value of `errno`.
    case system(Int32)
    /// It is a pipe, a device or a socket.
    case notRegular
    /// It is larger than this many bytes.
    case tooLarge(Int)

    package var reason: String {
      switch self {
      case .system(let code): SystemError.reason(code)
      case .notRegular: "it is not a regular file"
      case .tooLarge(let maximum): "it is larger than \(maximum >> 20) MiB"
      }
    }
  }

  /// Reads a regular file, following links.
  ///
  /// It reads little more than the limit, however large the file is or grows, and does not wait for a writer.
  ///
  /// - Parameter maximum: the largest size in bytes, a whole number of MiB.
  /// - Throws: ``Failure`` if the file cannot be read, is not a regular file, or is too large.
  package static func read(
    _ path: String, upTo maximum: Int = maximumSize
  ) throws(Failure) -> [UInt8] {
    // O_NONBLOCK: opening a named pipe must not wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .system(EISDIR)
    default: throw .notRegular
    }
    guard status.st_size <= maximum else { throw .tooLarge(maximum) }
    guard let bytes = FileBytes.read(descriptor, upTo: maximum) else { throw .system(errno) }
    guard bytes.count <= maximum else { throw .tooLarge(maximum) }
    return bytes
  }
}
