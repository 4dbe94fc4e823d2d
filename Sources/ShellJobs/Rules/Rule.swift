import CoreEvents
import ShellLanguage
import ShellOutput
import ShellRuntime

@MainActor
final class Rule {
  let number: Int
  let statement: RuleStatement
  /// The statement after `do`, with secrets masked.
  let text: String
  /// Runs the statement, once for each event.
  let shell: JobShell
  private(set) var inbox: RuleInbox
  /// Why the rule handles no more events; nil while it does.
  private(set) var stopReason: String?

  private var unpin: (@MainActor () -> Void)?

  var job: Job?
  var runCount = 0
  /// How many runs in a row have failed.
  private(set) var failureCount = 0
  private(set) var failure: ExitStatus?

  /// After this many failures in a row, a rule is stopped.
  static let mostFailures = 5

  init(
    _ number: Int, _ statement: RuleStatement, text: String, in shell: JobShell,
    unpin: (@MainActor () -> Void)?
  ) {
    self.number = number
    self.unpin = unpin
    self.statement = statement
    self.text = text
    self.shell = shell
    inbox = RuleInbox(of: number, statement)
  }

  var isDurable: Bool { statement.durable != nil }

  /// Drops the waiting events; a run in progress continues.
  func stop(because reason: String) {
    stopReason = reason
    inbox.mailbox.cancel()
    unpin?()
    unpin = nil
  }

  /// Handles events again, from now on.
  func restart(unpin: (@MainActor () -> Void)?) {
    self.unpin = unpin
    (stopReason, failureCount) = (nil, 0)
    inbox = RuleInbox(of: number, statement)
  }

  /// Records the end of a run; returns true if the rule has failed too often.
  func noteRun(_ failure: ExitStatus?) -> Bool {
    runCount += 1
    failureCount = failure == nil ? 0 : failureCount + 1
    if let failure { self.failure = failure }
    return failureCount >= Self.mostFailures
  }
}
