import ShellLanguage
import ShellOutput
import ShellRuntime

/// A statement that runs when an event comes.
@MainActor
final class Rule {
  /// The rule's number, which the user types.
  let number: Int
  let statement: RuleStatement
  /// The statement after `do`, without secrets.
  let text: String
  let inbox: RuleInbox

  /// Ends the following of the rule's environment.
  let unpin: (@MainActor () -> Void)?

  /// The run under way; nil between two runs.
  var job: Job?
  /// How many runs have ended.
  var runCount = 0
  /// How many of the last runs have failed, one after another.
  private(set) var failureCount = 0
  /// The status of the last failure; nil if there is none.
  private(set) var failure: ExitStatus?

  /// How many failures in a row stop a rule.
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

  /// Records how a run has ended.
  ///
  /// - Parameter failure: its status; nil if it succeeded.
  /// - Returns: whether the rule has failed too often.
  func noteRun(_ failure: ExitStatus?) -> Bool {
    runCount += 1
    failureCount = failure == nil ? 0 : failureCount + 1
    if let failure { self.failure = failure }
    return failureCount >= Self.mostFailures
  }
}
