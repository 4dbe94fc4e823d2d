import Glibc

/// A file that only its owner can read or write: it has mode 0600 before its first byte is written.
///
/// Replacing it is atomic. It writes the new content beside the file, as `PATH.new`, and renames it.
/// Two replacements of one file must not overlap: hold a lock if other processes may replace it too, or use
/// `replaceUnlocked(with:)`.
/// Links are not followed. Errors describe the failed operation and its reason in one line.
public struct PrivateFile: Sendable {
  /// The file's path.
  public let path: String

  /// The largest file that ``read()`` accepts, in bytes: 1 MiB.
  public static let maximumSize = 1 << 20

  private var replacementPath: String { path + ".new" }

  /// Names a file.
  ///
  /// It need not exist.
  public init(path: String) {
    self.path = path
  }

  /// Reads the file.
  ///
  /// - Returns: the content, or nil if the file or its folder does not exist.
  /// - Throws: an error if the file cannot be read, is not a regular file or is larger than
  ///   ``maximumSize``.
  public func read() throws -> [UInt8]? { try read(upTo: Self.maximumSize) }

  /// Reads the file, as ``read()`` does.
  ///
  /// - Parameters:
  ///   - maximum: the largest size in bytes, a whole number of MiB.
  ///   - refusesOthers: whether it is an error that other users own the file, or can read or change it.
  package func read(upTo maximum: Int = maximumSize, refusingOthers refusesOthers: Bool = false)
    throws -> [UInt8]?
  {
    // O_NONBLOCK: opening a named pipe must not wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw error("read")
    }
    defer { close(descriptor) }
    let status = try checkIsRegular(descriptor, "read")
    if refusesOthers {
      guard status.st_uid == geteuid() else {
        throw SystemError("cannot read \(path)", reason: "it belongs to another user")
      }
      guard status.st_mode & (S_IRWXG | S_IRWXO) == 0 else {
        throw SystemError(
          "cannot read \(path)", reason: "other users may read or change it; run chmod 600 \(path)")
      }
    }
    guard let bytes = FileBytes.read(descriptor, upTo: maximum) else { throw error("read") }
    guard bytes.count <= maximum else {
      throw SystemError("cannot read \(path)", reason: "it is larger than \(maximum >> 20) MiB")
    }
    return bytes
  }

  /// Removes the file and an unfinished replacement, if they exist.
  public func remove() throws {
    try removeUnfinishedReplacement()
    guard unlink(path) == 0 || errno == ENOENT else { throw error("remove") }
  }

  func error(_ verb: String) -> SystemError { SystemError("cannot \(verb) \(path)") }

  @discardableResult
  private func checkIsRegular(_ descriptor: Int32, _ verb: String) throws -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error(verb) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError("cannot \(verb) \(path)", reason: "it is not a regular file")
    }
    return status
  }
}

extension PrivateFile {
  /// Replaces the content.
  ///
  /// Readers see the old content or the new one, never a part.
  ///
  /// - Throws: an error if the file cannot be written. The old content then stays.
  public func replace(with bytes: [UInt8]) throws {
    let replacement = try beginReplacement(reserving: bytes.count)
    do {
      try replacement.commit(bytes)
    } catch {
      replacement.cancel()
      throw error
    }
  }

  /// Starts a replacement and reserves disk space for it, before the new content is known.
  ///
  /// It creates missing folders, and removes what a killed process left at `PATH.new`.
  ///
  /// - Parameter size: the number of bytes to reserve. Longer content may not fit.
  /// - Returns: the replacement, which the caller commits or cancels.
  /// - Throws: an error if there is no space or the folder cannot be written to.
  public func beginReplacement(reserving size: Int) throws -> Replacement {
    if let slash = path.lastIndex(of: "/") { try Self.makeFolder(String(path[..<slash])) }
    let beside = PrivateFile(path: replacementPath)
    guard unlink(beside.path) == 0 || errno == ENOENT else { throw beside.error("write") }
    let descriptor = open(beside.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw beside.error("write") }
    let replacement = Replacement(file: self, path: beside.path, descriptor: descriptor)
    do {
      try replacement.reserve(size)
    } catch {
      replacement.cancel()
      throw error
    }
    return replacement
  }

  /// Whether a replacement is under way, or was left unfinished by a killed process.
  public var hasUnfinishedReplacement: Bool {
    var status = stat()
    return lstat(replacementPath, &status) == 0
  }

  /// Removes a replacement that a killed process left unfinished, if there is one.
  public func removeUnfinishedReplacement() throws {
    guard unlink(replacementPath) == 0 || errno == ENOENT else {
      throw PrivateFile(path: replacementPath).error("remove")
    }
  }

  /// New content that takes the file's place when it is committed.
  public struct Replacement: Sendable {
    let file: PrivateFile
    /// Where the new content is written.
    let path: String
    let descriptor: Int32

    /// Writes the content and renames it to the file's path.
    ///
    /// - Throws: an error if that fails. The old content then stays, and the caller still has to
    ///   cancel the replacement.
    public func commit(_ bytes: [UInt8]) throws {
      try file.write(bytes, to: descriptor)
      guard ftruncate(descriptor, off_t(bytes.count)) == 0, fsync(descriptor) == 0,
        rename(path, file.path) == 0
      else { throw file.error("write") }
      close(descriptor)
    }

    /// Discards the replacement.
    public func cancel() {
      close(descriptor)
      unlink(path)
    }

    /// Reserves disk space.
    ///
    /// Where the file system cannot, the C library writes zeros.
    fileprivate func reserve(_ size: Int) throws {
      guard size > 0 else { return }
      var code = EINTR
      while code == EINTR { code = posix_fallocate(descriptor, 0, off_t(size)) }
      // Some file systems report a full disk only now.
      if code == 0, fsync(descriptor) != 0 { code = errno }
      guard code == 0 else { throw SystemError("cannot write \(file.path)", code: code) }
    }
  }
}

/// Shared files: several processes keep the file open, append to it and lock it with ``FileLock``.
extension PrivateFile {
  /// Opens the file for reading and appending, and creates it if it does not exist.
  ///
  /// - Returns: a descriptor, which the caller closes.
  /// - Throws: ``SystemError`` if the file cannot be opened or is not a regular file.
  package func openForAppending() throws -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw error("open") }
    do {
      try checkIsRegular(descriptor, "open")
    } catch {
      close(descriptor)
      throw error
    }
    fchmod(descriptor, 0o600)
    return descriptor
  }

  /// Writes all bytes to an open descriptor of the file.
  package func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    guard FileBytes.write(bytes, to: descriptor) else { throw error("write") }
  }

  /// Creates a folder and the missing ones above it, with mode 0700, but never the user's home folder.
  ///
  /// - Throws: ``SystemError`` that names the folder that could not be created.
  package static func makeFolder(_ path: String) throws {
    if HomeFolder.isAt(path) {
      if access(path, F_OK) == 0 { return }
      throw SystemError("cannot create \(path)", reason: "it is the home folder, which must exist")
    }
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw SystemError("cannot create \(path)")
  }
}
