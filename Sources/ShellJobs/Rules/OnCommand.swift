import CoreEvents
import ShellCommands
import ShellOutput
import ShellRuntime

/// ``BackgroundJobs`` handles the statements that create rules, since those include everything up
/// to `;`.
struct OnCommand: Command {
  let rules: RuleTable
  let restart: @MainActor (Rule) throws -> Void

  var specification: CommandSpecification { RuleStatement.parameters.specification }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    let parameters = RuleStatement.parameters
    if let number = invocation[parameters.restart] {
      return try invocation.pointing(at: parameters.restart) { try restart(rules.rule(number)) }
    }
    guard invocation.words.count == 1 || invocation.arguments.outputFormat != nil else {
      throw ShellError(
        .usage, "a rule can only be made in a script, or at a prompt",
        hint: "\(shell.host.identity.name) -c 'on EVENT do COMMAND…; wait'")
    }
    try invocation.output.columns(RuleStatement.columns)
    for rule in rules.all {
      let statement = rule.statement
      try invocation.output.row([
        .integer(rule.number), .text(statement.pattern.text), .text(statement.conditionText),
        .text(statement.optionsText), .text(rule.text), .integer(rule.runCount),
        .integer(rule.failureCount),
        .integer(
          rule.stopReason == nil ? max(0, rule.inbox.pendingCount - rule.jobs.count) : 0),
        rule.stopReason.map { .text($0) } ?? .null,
      ])
    }
  }
}

struct OffCommand: ImmediateCommand {
  let rules: RuleTable
  /// Removes a rule; a run in progress continues.
  let remove: @MainActor (Rule) -> Void
  let number = Argument<Int>("N", "the rule's number", in: 1...Int.max, completion: "rules")
  var specification: CommandSpecification {
    CommandSpecification(
      "off",
      abstract: "Remove a rule",
      discussion: "Events that wait for the rule are dropped. A run under way goes on.",
      examples: [
        .init("on orders.* do print $event.name; off 1", "makes a rule and removes it")
      ],
      parameters: [number])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    remove(try invocation.pointing(at: number) { try rules.rule(invocation[number]) })
  }
}

extension RuleTable {
  fileprivate func rule(_ number: Int) throws -> Rule {
    if let rule = self[number] { return rule }
    throw ShellError(.notFound, "there is no rule \(number)", hint: "on lists the rules")
  }
}
