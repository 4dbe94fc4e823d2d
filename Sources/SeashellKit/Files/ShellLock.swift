import CoreSystem
import Glibc
import ShellOutput

/// A lock that one shell holds while it changes a file that several shells may change.
package struct ShellLock: Sendable {
  private let path: String
  private let content: String
  private let clock: any Clock<Duration>

  /// The number of attempts: five seconds in all.
  private static let tries = 500

  /// Creates a lock; no file is opened yet.
  ///
  /// - Parameters:
  ///   - path: the path of the lock's own file.
  ///   - content: what the locked file has, for an error: `the list of added modules`.
  ///   - clock: measures the wait for another shell.
  package init(_ path: String, of content: String, clock: any Clock<Duration>) {
    (self.path, self.content, self.clock) = (path, content, clock)
  }

  /// Waits for the lock, and holds it while the closure runs.
  ///
  /// - Parameter removesFile: whether to remove the lock's file at the end, so that none stays in a folder
  ///   that others look into.
  /// - Throws: what the closure throws; `ShellError` if the lock is not free in time;
  ///   `CancellationError`.
  package func hold<Result>(
    removingFile removesFile: Bool = false, _ body: () throws -> Result
  ) async throws -> Result {
    let lock: FileLock?
    do {
      lock = try await FileLock.wait(for: path, tries: Self.tries, clock: clock)
    } catch let error as SystemError {
      throw ShellError(error)
    }
    guard let lock else {
      throw ShellError(
        .failed, "another shell keeps \(content) locked (\(path))",
        hint: "end that shell, or try again")
    }
    defer {
      if removesFile { unlink(path) }
      lock.release()
    }
    return try body()
  }
}
