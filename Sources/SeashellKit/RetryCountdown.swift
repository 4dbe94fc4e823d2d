import ShellCommands
import WebAPI

/// Shows the user how long it is until a request is sent again.
///
/// Several requests may wait at one time; the display goes with the last of them.
@MainActor
final class RetryCountdown {
  private let console: any Console
  private var count = 0

  init(_ console: any Console) {
    self.console = console
  }

  /// Whether a wait is so long that a user wonders.
  nonisolated static func isWorthShowing(_ wait: APIRetryWait) -> Bool {
    wait.duration > .seconds(2)
  }

  /// Waits, and shows the seconds that are left.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func wait(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws {
    count += 1
    defer {
      count -= 1
      if count == 0 { console.progress(nil) }
    }
    var rest = wait.duration
    while rest > .zero {
      let (seconds, attoseconds) = rest.components
      console.progress(
        ProgressUpdate(
          "\(wait.reason): \(wait.request) is sent again in \(attoseconds > 0 ? seconds + 1 : seconds) s"
        ))
      // The part of a second comes first, so that each number stands as long as the others.
      let step = attoseconds > 0 ? rest - .seconds(seconds) : .seconds(1)
      try await clock.sleep(for: step)
      rest -= step
    }
  }
}
