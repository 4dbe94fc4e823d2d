import SeashellHosting
import SeashellKit

/// Reports what becomes of the writes that a command sends.
@MainActor
final class QueueRun {
  /// How many writes were sent.
  private(set) var sent = 0

  /// The writes that are tried again later.
  private(set) var postponed: [QueuedWrite] = []

  /// The writes that were refused.
  private(set) var held: [QueuedWrite] = []

  /// How many writes there are to send; the progress is shown if there are several.
  private var total = 0
  private var done = 0
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  /// Begins to send a number of writes.
  func begin(_ total: Int) {
    (self.total, done, postponed, held) = (total, 0, [], [])
    showProgress()
  }

  /// Removes the progress.
  func end() { invocation.console.progress(nil) }

  func note(_ outcome: QueueOutcome) {
    invocation.report(QueueNotices.outcome(outcome))
    switch outcome {
    case .sent: sent += 1
    case .postponed(let write): postponed.append(write)
    case .held(let write): held.append(write)
    }
    done += 1
    showProgress()
  }

  func reportBusy() {
    invocation.report("another shell is sending; waiting until it has finished")
  }

  private func showProgress() {
    guard total > 1 else { return }
    invocation.console.progress(
      ProgressUpdate("queue", done: Double(done), total: Double(max(total, done))))
  }
}
