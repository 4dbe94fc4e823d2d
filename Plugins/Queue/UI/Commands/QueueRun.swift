import SeashellHosting
import SeashellKit

@MainActor
final class QueueRun {
  private(set) var sent = 0

  private(set) var postponed: [QueuedWrite] = []

  /// The rejected writes.
  private(set) var held: [QueuedWrite] = []

  /// The number of writes to send; progress is shown if there are several.
  private var total = 0
  private var done = 0
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  func begin(_ total: Int) {
    (self.total, done, postponed, held) = (total, 0, [], [])
    showProgress()
  }

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
