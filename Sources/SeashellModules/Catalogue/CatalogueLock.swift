import CoreSystem
import Glibc
import SeashellKit

/// A lock that one shell holds while it changes the file of added modules.
///
/// Its file is never removed: otherwise two shells could lock two files of one name.
struct CatalogueLock {
  let path: String
  let clock: any Clock<Duration>

  /// The pause between attempts, and their number: five seconds in all.
  private static let pause = Duration.milliseconds(10)
  private static let attempts = 500

  /// Waits for the lock, and holds it while the closure runs.
  ///
  /// - Throws: what the closure throws; `ShellError` if the lock is not free in time;
  ///   `CancellationError`.
  func hold<Result>(_ body: () throws -> Result) async throws -> Result {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw ShellError(SystemError("cannot open \(path)")) }
    defer {
      // A process that another thread starts shares the descriptor until it calls exec.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    for _ in 0..<Self.attempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw ShellError(SystemError("cannot lock \(path)"))
      }
      try await clock.sleep(for: Self.pause)
    }
    throw ShellError(
      .failed, "another shell keeps the list of added modules locked (\(path))",
      hint: "end that shell, or try again")
  }
}
