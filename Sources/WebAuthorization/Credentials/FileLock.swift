import CoreSystem
import Glibc

/// A file lock that one task of all processes can hold; the end of its process releases it.
///
/// The file is never removed; otherwise two tasks could lock two files with the same name.
enum FileLock {
  /// The pause between attempts, and their number: 30 seconds in all.
  private static let pause = Duration.milliseconds(10)
  private static let tries = 3_000

  /// Waits for the lock, and holds it while the closure runs.
  ///
  /// - Throws: what the closure throws; `CancellationError`; ``AuthorizationError`` if the lock file
  ///   cannot be opened or the lock is not free in time.
  static func hold<Result>(
    _ path: String, clock: any Clock<Duration>, _ body: () async throws -> Result
  ) async throws -> Result {
    let descriptor = descriptor(of: path)
    guard descriptor >= 0 else { throw systemError(path) }
    defer { release(descriptor) }
    try await take(descriptor, path, clock)
    return try await body()
  }

  /// Runs the closure with the lock held; does nothing if the lock is not free.
  static func holdIfFree(_ path: String, _ body: () -> Void) {
    let descriptor = descriptor(of: path)
    guard descriptor >= 0 else { return }
    defer { release(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { body() }
  }

  /// Releases the lock and closes its file.
  ///
  /// Closing is not enough: until it calls exec, a child process that another thread is starting
  /// shares the descriptor and thus the lock.
  private static func release(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func descriptor(of path: String) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  // Polls, since a blocking flock(2) would block a thread of the shared pool.
  private static func take(
    _ descriptor: Int32, _ path: String, _ clock: any Clock<Duration>
  ) async throws {
    for _ in 0..<tries {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw systemError(path) }
      try await clock.sleep(for: pause)
    }
    throw AuthorizationError.locked(path)
  }

  private static func systemError(_ path: String) -> AuthorizationError {
    .notStored("\(SystemError("cannot lock \(path)"))")
  }
}
