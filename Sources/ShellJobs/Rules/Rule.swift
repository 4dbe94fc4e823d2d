import ShellLanguage
import ShellOutput
import ShellRuntime

@MainActor
final class Rule {
  let number: Int
  let statement: RuleStatement
  /// The statement after `do`, with secrets masked.
  let text: String
  let inbox: RuleInbox

  let unpin: (@MainActor () -> Void)?

  var job: Job?
  var runCount = 0
  /// How many runs in a row have failed.
  private(set) var failureCount = 0
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

  /// Records the end of a run; returns true if the rule has failed too often.
  func noteRun(_ failure: ExitStatus?) -> Bool {
    runCount += 1
    failureCount = failure == nil ? 0 : failureCount + 1
    if let failure { self.failure = failure }
    return failureCount >= Self.mostFailures
  }
}
