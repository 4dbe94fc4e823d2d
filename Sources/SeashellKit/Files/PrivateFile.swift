import ShellOutput
public import FoundationEssentials
import Glibc

/// A file that only its owner can read (0600 from the start), and that is replaced atomically.
public struct PrivateFile: Sendable {
  /// The path of the file.
  public let path: String

  /// The maximum size of a file to read: 1 MiB.
  public static let maximumSize = 1 << 20

  /// Creates a reference to a file, which need not exist.
  public init(path: String) {
    self.path = path
  }

  /// Reads the file.
  ///
  /// - Returns: the content; nil if there is no file.
  /// - Throws: `ShellError` if the file cannot be read or is too large.
  public func read() throws -> Data? {
    // O_NONBLOCK: if the path is a pipe, opening it must not wait for a writer.
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
        .failed, "cannot read \(path): not a regular file", hint: "move it away")
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

  /// The path of an unfinished replacement.
  private var replacementPath: String { path + ".new" }

  /// Whether there is an unfinished replacement: one in progress, or one whose process was killed.
  public var hasUnfinishedReplacement: Bool {
    var status = stat()
    return lstat(replacementPath, &status) == 0
  }

  /// Replaces the file's content.
  ///
  /// Readers see either the old content or the new one.
  ///
  /// - Throws: `ShellError` if it cannot be written; the old content is kept.
  public func replace(with data: Data) throws {
    let replacement = try beginReplacement(reserving: data.count)
    do {
      try replacement.commit(data)
    } catch {
      replacement.cancel()
      throw error
    }
  }

  /// Creates a replacement and reserves disk space for it, before its content is known.
  ///
  /// The replacement is the file `PATH.new`; one that a killed process left there is removed. Two
  /// replacements of one file must not overlap, so hold a lock if they could.
  ///
  /// - Parameter size: the number of bytes to reserve; a longer content may not fit on the disk.
  /// - Returns: the replacement; commit or cancel it.
  /// - Throws: `ShellError` if the disk is full or the folder is not writable.
  public func beginReplacement(reserving size: Int) throws -> Replacement {
    if let slash = path.lastIndex(of: "/") { try Directories.make(String(path[..<slash])) }
    guard unlink(replacementPath) == 0 || errno == ENOENT else {
      throw failure("write", replacementPath)
    }
    let descriptor = open(replacementPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("write", replacementPath) }
    let replacement = Replacement(
      file: self, descriptor: descriptor, replacementPath: replacementPath)
    do {
      try replacement.reserve(size)
    } catch {
      replacement.cancel()
      throw error
    }
    return replacement
  }

  /// Removes the file and an unfinished replacement; does nothing if there are none.
  public func remove() throws {
    try removeUnfinishedReplacement()
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove") }
  }

  /// Removes the replacement that a killed process left; does nothing if there is none.
  public func removeUnfinishedReplacement() throws {
    guard unlink(replacementPath) == 0 || errno == ENOENT else {
      throw failure("remove", replacementPath)
    }
  }

  fileprivate func failure(_ verb: String, _ file: String? = nil) -> ShellError {
    ShellError(system: "cannot \(verb) \(file ?? path)")
  }
}

extension PrivateFile {
  /// New content of a file, which replaces the old one when it is committed.
  public struct Replacement: Sendable {
    fileprivate let file: PrivateFile
    fileprivate let descriptor: Int32
    fileprivate let replacementPath: String

    /// Writes the content and replaces the file.
    ///
    /// - Throws: `ShellError` if that fails; the old content is kept, and the replacement must still
    ///   be cancelled.
    public func commit(_ data: Data) throws {
      var rest = data[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw file.failure("write") }
        rest = rest.dropFirst(count)
      }
      guard ftruncate(descriptor, off_t(data.count)) == 0, fsync(descriptor) == 0,
        rename(replacementPath, file.path) == 0
      else { throw file.failure("write") }
      close(descriptor)
    }

    /// Removes the replacement and keeps the old content.
    public func cancel() {
      close(descriptor)
      unlink(replacementPath)
    }

    /// Reserves disk space; on a file system that cannot, the C library writes zeros.
    fileprivate func reserve(_ size: Int) throws {
      guard size > 0 else { return }
      var code = EINTR
      while code == EINTR { code = posix_fallocate(descriptor, 0, off_t(size)) }
      // Some file systems notice only here that the disk is full.
      if code == 0, fsync(descriptor) != 0 { code = errno }
      guard code == 0 else {
        errno = code
        throw file.failure("write")
      }
    }
  }
}
