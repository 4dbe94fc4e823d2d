import ShellCommands
import WebAPI

/// Shows how many seconds remain until a request is sent again.
///
/// Several requests may wait at once; the display disappears when the last of them ends.
@MainActor
final class RetryCountdown {
  private let console: any Console
  private var count = 0

  init(_ console: any Console) {
    self.console = console
  }

  /// Whether a wait is long enough to be shown.
  nonisolated static func isWorthShowing(_ wait: APIRetryWait) -> Bool {
    wait.duration > .seconds(2)
  }

  /// Waits, and shows the remaining seconds.
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
      let shown = attoseconds > 0 ? seconds + 1 : seconds
      console.progress(
        ProgressUpdate("\(wait.reason): \(wait.request) is sent again in \(shown) s"))
      // The fraction of a second comes first; afterwards each number stands for a whole second.
      let step = attoseconds > 0 ? rest - .seconds(seconds) : .seconds(1)
      try await clock.sleep(for: step)
      rest -= step
    }
  }
}
