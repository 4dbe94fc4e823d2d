import CoreSystem
import Glibc
import ShellOutput

/// A lock that one shell holds while it changes a file that several shells may change.
///
/// The lock file is never removed: otherwise two shells could lock two files of the same name.
package struct FileLock: Sendable {
  private let path: String
  private let content: String
  private let clock: any Clock<Duration>

  /// The pause between attempts, and their number: five seconds in all.
  private static let pause = Duration.milliseconds(10)
  private static let attempts = 500

  /// Creates a lock; no file is opened yet.
  ///
  /// - Parameters:
  ///   - path: the path of the lock's own file.
  ///   - content: a description of the locked file's content, for errors: `the list of added modules`.
  ///   - clock: measures the wait for another shell.
  package init(_ path: String, of content: String, clock: any Clock<Duration>) {
    (self.path, self.content, self.clock) = (path, content, clock)
  }

  /// Waits for the lock, and holds it while the closure runs.
  ///
  /// - Throws: what the closure throws; `ShellError` if the lock is not free in time;
  ///   `CancellationError`.
  package func hold<Result>(_ body: () throws -> Result) async throws -> Result {
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
      .failed, "another shell keeps \(content) locked (\(path))",
      hint: "end that shell, or try again")
  }
}
