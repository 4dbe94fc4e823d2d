import ShellCommands
import WebAPI
import WebMessages

/// Notifies a user of retries and of cancelled writes, and counts down the seconds until a request is retried.
///
/// Several requests may wait at once; the display disappears when the last of them ends.
@MainActor
final class RetryCountdown {
  private let console: any Console
  private var count = 0

  init(_ console: any Console) {
    self.console = console
  }

  /// Prints a notice about a retry if the user is at a terminal.
  func notify(of wait: APIRetryWait) {
    guard console.isInteractive else { return }
    console.notify(
      "\(wait.reason); \(wait.request) is sent again (\(wait.number) of \(wait.maximum))")
  }

  /// Prints a notice about a write that was cancelled while it was under way.
  func notify(ofCancelled change: DataChange) {
    console.notify("cancelled; \(change.possibility)")
  }

  nonisolated static func isWorthShowing(_ wait: APIRetryWait) -> Bool {
    wait.duration > .seconds(2)
  }

  /// Waits, and shows the remaining seconds; throws as soon as the task is cancelled.
  func wait(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws {
    let scope = ProgressScope.current
    var shown: ProgressScope.Wait?
    count += 1
    defer {
      count -= 1
      shown?.end()
      if scope == nil, count == 0 { console.progress(nil) }
    }
    var remaining = wait.duration
    while remaining > .zero {
      let (seconds, attoseconds) = remaining.components
      let left = attoseconds > 0 ? seconds + 1 : seconds
      let update = ProgressUpdate("\(wait.reason); retrying \(wait.request) in \(left) s")
      if let shown {
        shown.show(update)
      } else if let scope {
        shown = scope.begin(.retry, update)
      } else {
        console.progress(update)
      }
      // Waits for the fraction of a second first, so that each number then stays for a second.
      let step = attoseconds > 0 ? remaining - .seconds(seconds) : .seconds(1)
      try await clock.sleep(for: step)
      remaining -= step
    }
  }
}
