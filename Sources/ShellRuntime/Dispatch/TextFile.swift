import CoreSystem
package import ShellOutput
import Glibc

/// A file whose whole text is one value.
package enum TextFile {
  /// The largest size, in bytes: 1 MiB.
  package static let maximumSize = 1 << 20

  /// Why a file cannot be read.
  package struct Failure: Error, Equatable {
    package let code: ShellError.Code
    /// The reason: `No such file or directory`.
    package let reason: String
    /// Whether there is no such file.
    package let isMissing: Bool

    init(_ reason: String, code: ShellError.Code = .failed, isMissing: Bool = false) {
      self.code = code
      self.reason = reason
      self.isMissing = isMissing
    }

    init(errno: Int32) {
      self.init(
        SystemError.reason(errno), isMissing: errno == ENOENT || errno == ENAMETOOLONG)
    }
  }

  /// Reads a regular file on a thread of its own, since a disk may be slow.
  ///
  /// - Returns: its text without the last newline.
  /// - Throws: ``Failure`` if it cannot be read, is no regular file, is too large or is not UTF-8.
  package static func read(_ path: String) async throws(Failure) -> String {
    let outcome = await withCheckedContinuation { continuation in
      BlockingThread.run {
        continuation.resume(returning: Result { () throws(Failure) in try content(of: path) })
      }
    }
    return try outcome.get()
  }

  /// Removes one newline from a text's end, with the carriage return before it.
  package static func withoutLastNewline(_ text: String) -> String {
    // CR LF is one character.
    text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
  }

  private static func content(of path: String) throws(Failure) -> String {
    // O_NONBLOCK: opening a named pipe must not wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure(errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw Failure(errno: EISDIR)
    default: throw Failure("it is not a regular file")
    }
    let bytes = try bytes(of: descriptor)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("it is not UTF-8")
    }
    guard !bytes.contains(0) else { throw Failure("it is not text: it has a NUL byte") }
    return withoutLastNewline(text)
  }

  private static func bytes(of descriptor: Int32) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(errno: errno) }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= maximumSize else {
        throw Failure("it is larger than \(maximumSize >> 20) MiB", code: .limit)
      }
    }
  }
}
