public import FoundationEssentials
import Glibc
import ShellKit

/// A file that only its owner can read, 0600 from its first byte, and that is replaced as a whole.
public struct PrivateFile: Sendable {
  /// Where it is.
  public let path: String

  /// The largest file that is read, in bytes: 1 MiB.
  public static let maximumSize = 1 << 20

  /// Names a file, which need not exist.
  public init(path: String) {
    self.path = path
  }

  /// Reads the file.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: ``ShellError`` where it cannot be read, or is too large.
  public func read() throws -> Data? {
    // A pipe in its place, which nobody writes to, must not hold up its reader.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("read")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("read") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ShellError(
        .failed, "cannot read \(path): it is no regular file", hint: "move it away")
    }
    var data = Data()
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read") }
      guard count > 0 else { return data }
      data.append(contentsOf: piece[..<count])
      guard data.count <= Self.maximumSize else {
        throw ShellError(.limit, "\(path) is larger than 1 MiB")
      }
    }
  }

  /// Replaces the file; whoever reads it meanwhile sees the old content or the new one.
  ///
  /// - Throws: ``ShellError`` where it cannot be written; the old content then stays.
  public func replace(with data: Data) throws {
    if let slash = path.lastIndex(of: "/") { try Directories.make(String(path[..<slash])) }
    let beside = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("write") }
    do {
      try write(data, to: descriptor)
      guard fsync(descriptor) == 0, rename(beside, path) == 0 else { throw failure("write") }
      close(descriptor)
    } catch {
      close(descriptor)
      unlink(beside)
      throw error
    }
  }

  /// Removes the file; none there is no error.
  public func remove() throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove") }
  }

  private func write(_ data: Data, to descriptor: Int32) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write") }
      rest = rest.dropFirst(count)
    }
  }

  private func failure(_ verb: String) -> ShellError {
    ShellError(.failed, "cannot \(verb) \(path): \(String(cString: strerror(errno)))")
  }
}
