import Glibc
import SeashellKit

/// A lock that one task at a time holds, whatever its process, and that ends with its holder.
///
/// The file stays: removing it would let two hold locks on two files of one name.
enum SessionLock {
  /// How long to wait before a lock that is taken is tried again, and how often: half a minute.
  private static let pause = Duration.milliseconds(10)
  private static let tries = 3_000

  /// Waits until the lock is free, and holds it while a body runs.
  ///
  /// - Throws: what the body throws; `CancellationError`; `ShellError` where the lock cannot be
  ///   had, or not in time.
  static func hold<Result>(
    _ path: String, clock: any Clock<Duration>, _ body: () async throws -> Result
  ) async throws -> Result {
    let descriptor = descriptor(of: path)
    guard descriptor >= 0 else { throw failure(path) }
    defer { release(descriptor) }
    try await take(descriptor, path, clock)
    return try await body()
  }

  /// Holds the lock while a body runs, if it is free; does nothing if it is not.
  static func holdIfFree(_ path: String, _ body: () -> Void) {
    let descriptor = descriptor(of: path)
    guard descriptor >= 0 else { return }
    defer { release(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { body() }
  }

  /// Gives the lock up, and closes its file.
  ///
  /// Closing alone would not do: a program that another thread starts at this moment has the open file as
  /// well, and with it the lock, until it is itself.
  private static func release(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func descriptor(of path: String) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  // Tried again and again, since a blocking flock(2) would hold a thread that everybody shares.
  private static func take(
    _ descriptor: Int32, _ path: String, _ clock: any Clock<Duration>
  ) async throws {
    for _ in 0..<tries {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure(path) }
      try await clock.sleep(for: pause)
    }
    throw ShellError(
      .failed, "another process has been at the session for half a minute (\(path))",
      hint: "end that process, or try again")
  }

  private static func failure(_ path: String) -> ShellError {
    ShellError(system: "cannot lock \(path)")
  }
}
