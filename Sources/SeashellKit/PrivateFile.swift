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
  /// - Throws: ``ShellKit/ShellError`` where it cannot be read, or is too large.
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

  /// Where a replacement is written before it takes the file's name.
  private var beside: String { path + ".new" }

  /// Whether a replacement was begun and has not ended: it is under way, or its process was killed.
  public var hasUnfinishedReplacement: Bool {
    var status = stat()
    return lstat(beside, &status) == 0
  }

  /// Replaces the file; whoever reads it meanwhile sees the old content or the new one.
  ///
  /// - Throws: ``ShellKit/ShellError`` where it cannot be written; the old content then stays.
  public func replace(with data: Data) throws {
    let replacement = try beginReplacement(reserving: data.count)
    do {
      try replacement.commit(data)
    } catch {
      replacement.cancel()
      throw error
    }
  }

  /// Makes the file's replacement and takes the disk space for it, before its content is known.
  ///
  /// It stands beside the file as `PATH.new`, and removes what a process that was killed has left
  /// there. Two replacements of one file must not overlap: hold a lock where they could.
  ///
  /// - Parameter size: how many bytes the content will have at most; what is longer may not fit.
  /// - Returns: the replacement, to be committed or cancelled.
  /// - Throws: ``ShellKit/ShellError`` where there is no room, or the folder cannot be written to.
  public func beginReplacement(reserving size: Int) throws -> Replacement {
    if let slash = path.lastIndex(of: "/") { try Directories.make(String(path[..<slash])) }
    guard unlink(beside) == 0 || errno == ENOENT else { throw failure("write", beside) }
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("write", beside) }
    let replacement = Replacement(file: self, descriptor: descriptor, beside: beside)
    do {
      try replacement.reserve(size)
    } catch {
      replacement.cancel()
      throw error
    }
    return replacement
  }

  /// Removes the file and an unfinished replacement; none there is no error.
  public func remove() throws {
    try removeUnfinishedReplacement()
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove") }
  }

  /// Removes a replacement that a process which was killed has left; none there is no error.
  public func removeUnfinishedReplacement() throws {
    guard unlink(beside) == 0 || errno == ENOENT else { throw failure("remove", beside) }
  }

  fileprivate func failure(_ verb: String, _ file: String? = nil) -> ShellError {
    ShellError(.failed, "cannot \(verb) \(file ?? path): \(String(cString: strerror(errno)))")
  }
}

extension PrivateFile {
  /// A file's new content, which takes the file's place once it is committed.
  public struct Replacement: Sendable {
    fileprivate let file: PrivateFile
    fileprivate let descriptor: Int32
    fileprivate let beside: String

    /// Writes the content and puts it in the file's place.
    ///
    /// - Throws: ``ShellKit/ShellError`` where that fails; the old content then stays, and the replacement is
    ///   still to be cancelled.
    public func commit(_ data: Data) throws {
      var rest = data[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw file.failure("write") }
        rest = rest.dropFirst(count)
      }
      guard ftruncate(descriptor, off_t(data.count)) == 0, fsync(descriptor) == 0,
        rename(beside, file.path) == 0
      else { throw file.failure("write") }
      close(descriptor)
    }

    /// Gives it up, with whatever was written to it.
    public func cancel() {
      close(descriptor)
      unlink(beside)
    }

    /// Takes disk space; where a file system cannot, the C library writes zeros.
    fileprivate func reserve(_ size: Int) throws {
      guard size > 0 else { return }
      var code = EINTR
      while code == EINTR { code = posix_fallocate(descriptor, 0, off_t(size)) }
      // Some file systems find out only now that there is no room.
      if code == 0, fsync(descriptor) != 0 { code = errno }
      guard code == 0 else {
        errno = code
        throw file.failure("write")
      }
    }
  }
}
