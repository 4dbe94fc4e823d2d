import Glibc

/// A lock on a file or folder that one task of all processes holds at a time; it ends with its process.
///
/// The file is opened with the object and closed with it, which releases the lock.
package final class FileLock: Sendable {
  /// The open file, for reading and appending, or the open folder.
  package let descriptor: Int32
  private let path: String

  /// The pause between attempts to take a lock that another task holds.
  private static let pause = Duration.milliseconds(10)

  /// Opens a file or folder to be locked; a missing file is created, with mode 0600.
  ///
  /// - Throws: ``SystemError`` if it cannot be opened.
  package init(_ path: String, isFolder: Bool = false) throws {
    self.path = path
    if isFolder {
      descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError("cannot open \(path)") }
    } else {
      descriptor = try PrivateFile(path: path).openForAppending()
    }
  }

  deinit {
    release()
    close(descriptor)
  }

  /// Opens and locks a file, unless another task holds the lock.
  ///
  /// - Throws: ``SystemError`` if it cannot be opened or locked.
  package static func take(_ path: String) throws -> FileLock? {
    let lock = try FileLock(path)
    return try lock.take() && lock.isAtPath ? lock : nil
  }

  /// Opens and locks a file, and waits without blocking a thread while another task holds it.
  ///
  /// - Parameters:
  ///   - tries: the number of attempts, 10 ms apart.
  ///   - clock: measures the time between them.
  /// - Returns: the lock; nil if no attempt succeeds.
  /// - Throws: ``SystemError`` if it cannot be opened or locked; `CancellationError`.
  package static func wait(
    for path: String, tries: Int, clock: any Clock<Duration>
  ) async throws -> FileLock? {
    for _ in 0..<tries {
      if let lock = try take(path) { return lock }
      try await clock.sleep(for: pause)
    }
    return nil
  }

  /// Takes the lock, unless another task holds it.
  ///
  /// - Throws: ``SystemError`` if the file cannot be locked.
  func take() throws -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError("cannot lock \(path)") }
    return false
  }

  /// Takes the lock, and blocks the thread while another task holds it.
  ///
  /// - Parameters:
  ///   - tries: the number of attempts.
  ///   - pause: the milliseconds between them.
  /// - Returns: false if no attempt succeeds.
  /// - Throws: ``SystemError`` if the file cannot be locked.
  package func takeBlocking(tries: Int, pause: UInt32) throws -> Bool {
    for attempt in 1...tries {
      if try take() { return true }
      if attempt < tries { usleep(pause * 1000) }
    }
    return false
  }

  /// Releases the lock, and leaves the file open.
  ///
  /// Closing is not enough: until it calls exec, a program that another thread is starting shares the
  /// descriptor, and thus the lock.
  package func release() { flock(descriptor, LOCK_UN) }

  /// Whether the path still names the open file or folder, which its last holder may have replaced.
  package var isAtPath: Bool {
    var (named, opened) = (stat(), stat())
    return stat(path, &named) == 0 && fstat(descriptor, &opened) == 0
      && (named.st_dev, named.st_ino) == (opened.st_dev, opened.st_ino)
  }
}
