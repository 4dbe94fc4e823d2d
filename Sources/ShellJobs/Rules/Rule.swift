import ShellLanguage
import ShellOutput
import ShellRuntime

/// A statement that runs whenever an event occurs.
@MainActor
final class Rule {
  /// The rule's number, which the user types.
  let number: Int
  let statement: RuleStatement
  /// The statement after `do`, with secrets masked.
  let text: String
  let inbox: RuleInbox

  /// Stops following the rule's environment.
  let unpin: (@MainActor () -> Void)?

  /// The current run, if any.
  var job: Job?
  /// How many runs have ended.
  var runCount = 0
  /// How many runs in a row have failed.
  private(set) var failureCount = 0
  /// The status of the last failure, if any.
  private(set) var failure: ExitStatus?

  /// After this many failures in a row, a rule is stopped.
  static let mostFailures = 5

  init(
    _ number: Int, _ statement: RuleStatement, text: String, unpin: (@MainActor () -> Void)?
  ) {
    self.number = number
    self.unpin = unpin
    self.statement = statement
    self.text = text
    inbox = RuleInbox(
      of: number, statement.pattern, statement.condition, in: statement.environments,
      isBounded: statement.durable == nil)
  }

  var isDurable: Bool { statement.durable != nil }

  /// Records the end of a run.
  ///
  /// - Parameter failure: its status, if it failed.
  /// - Returns: true if the rule has failed too often.
  func noteRun(_ failure: ExitStatus?) -> Bool {
    runCount += 1
    failureCount = failure == nil ? 0 : failureCount + 1
    if let failure { self.failure = failure }
    return failureCount >= Self.mostFailures
  }
}
