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
  /// Run the statement, once for each event; a shared rule has as many as it has runs at a time.
  let shells: [JobShell]
  private(set) var inbox: RuleInbox
  /// Why the rule handles no more events; nil while it does.
  private(set) var stopReason: String?

  private var unpin: (@MainActor () -> Void)?

  /// The runs under way; at most one, unless the rule is shared.
  var jobs: [Job] = []
  var runCount = 0
  /// How many runs in a row have failed; of a shared rule, how many in all.
  private(set) var failureCount = 0
  private(set) var failure: ExitStatus?

  /// After this many failures in a row, a rule that is not shared is stopped.
  static let mostFailures = 5

  init(
    _ number: Int, _ statement: RuleStatement, text: String, in shells: [JobShell],
    unpin: (@MainActor () -> Void)?
  ) {
    self.number = number
    self.unpin = unpin
    self.statement = statement
    self.text = text
    self.shells = shells
    inbox = RuleInbox(of: number, statement)
  }

  /// Whether it keeps its place in the server's events.
  var isDurable: Bool { statement.durable != nil && !isShared }

  /// Whether it handles the events of a stream together with other workers.
  var isShared: Bool { statement.sharing != nil }

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
    if failure != nil { failureCount += 1 } else if !isShared { failureCount = 0 }
    if let failure { self.failure = failure }
    return failureCount >= Self.mostFailures && !isShared
  }
}
