import CoreLoop
import CoreEvents
import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// Creates rules and runs them, each in its own subshell.
@MainActor
final class RuleRunner {
  private unowned let shell: Shell
  private let rules: RuleTable
  private let jobs: JobTable
  private let following: RuleFollowing
  /// Called when the last rule is gone.
  private var whenEmpty: (@MainActor () -> Void)?
  /// The status of the failure that stopped the last rule; nil while rules exist, or if the last one was
  /// removed.
  private var lastFailure: ExitStatus?

  /// The shell outlives this object; `jobs` includes the runs of rules.
  init(_ shell: Shell, _ rules: RuleTable, _ jobs: JobTable) {
    self.shell = shell
    self.rules = rules
    self.jobs = jobs
    following = RuleFollowing(shell, rules)
    following.whenFailed = { [unowned self] in fail($0, $1) }
  }

  /// Whether SIGTERM has asked the process to end, so that no new run starts.
  private var isEnding: Bool { shell.interrupts.termination.isRequested }

  /// Throws if the statement is invalid, or uses an undefined variable.
  func add(_ list: CommandList, text: String) throws {
    let statement = try RuleStatement(
      list, text: text, environments: shell.host.environments.eventEnvironment(of:),
      eventTypes: shell.eventTypes, in: shell.variables
    ) { try shell.expandKeepingExpressions($0) }
    try check(statement.body)
    try checkDurability(of: statement)
    let shells = (0..<(statement.sharing?.parallel ?? 1)).map { _ in JobShell(of: shell) }
    let rule = rules.add(
      statement, text: SecretGuard(shell).masked(statement.text), in: shells,
      unpin: statement.sharing == nil ? pin(shells[0]) : nil)
    begin(rule)
    if shell.isTyped { shell.report("rule \(rule.number); 'off \(rule.number)' removes it") }
    warn(about: statement.pattern)
  }

  /// Warns about a pattern that fits no known event.
  ///
  /// A module or `events post` may post any other event later. In a script, only a name that they cannot have is
  /// worth a warning.
  private func warn(about pattern: EventPattern) {
    let names = shell.eventNames
    guard !names.contains(where: pattern.matches) else { return }
    let isReserved = EventRecord.reservedPrefixes.contains { pattern.text.hasPrefix($0) }
    guard shell.isTyped || isReserved else { return }
    var candidates = names.sorted()
    if case .under = pattern { candidates = candidates.flatMap(Self.patterns) }
    let nearest = Spelling.nearest(to: pattern.text, among: candidates)
    shell.report(
      "no known event fits '\(pattern.text)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// The patterns that fit a name: `api.*` and `api.data.*` for `api.data.inserted`.
  private static func patterns(fitting name: String) -> [String] {
    name.indices.filter { name[$0] == "." }.map { name[...$0] + "*" }
  }

  /// Starts a rule that was stopped, with the variables that its last run has left.
  ///
  /// Throws if it was not stopped, or if its last run goes on.
  func restart(_ rule: Rule) throws {
    guard rule.stopReason != nil, rule.jobs.isEmpty else {
      throw ShellError(.failed, "rule \(rule.number) is running")
    }
    try checkDurability(of: rule.statement)
    rules.restart(rule, unpin: rule.isShared ? nil : pin(rule.shells[0]))
    begin(rule)
  }

  /// Throws if a durable or shared rule does not fit the running ones.
  private func checkDurability(of statement: RuleStatement) throws {
    if statement.sharing != nil {
      let other = rules.running.first { $0.isShared && $0.statement.durable == statement.durable }
      guard let other else { return }
      throw ShellError(
        .usage,
        "rule \(other.number) is the worker '\(statement.durable ?? "")' of this shell already",
        hint: "choose another NAME; for more runs at a time, give that rule --parallel")
    }
    guard let name = statement.durable, let other = rules.running.first(where: { $0.isDurable })
    else { return }
    if let durable = rules.durableName, durable != name {
      throw ShellError(
        .usage, "the durable rules of a shell share one name, and it is '\(durable)'",
        hint: "write --durable \(durable)")
    }
    if other.statement.environment != statement.environment {
      throw ShellError(
        .usage, "the durable rules of a shell follow one environment",
        hint: "make this rule in a shell of its own")
    }
  }

  private func pin(_ jobShell: JobShell) -> (@MainActor () -> Void)? {
    jobShell.shell.targets.flatMap { shell.host.pin?($0, nil) }
  }

  private func begin(_ rule: Rule) {
    lastFailure = nil
    if rule.isShared {
      following.add(
        SharedRuns(rule, of: shell, jobs, report: { [weak self] in self?.report($0) }) {
          [weak following] in following?.whenFailed($0, rule)
        })
    } else {
      if rule.isDurable { following.targets = rule.shells[0].shell.targets }
      let arrivals = RuleArrivals(rule, shell.host.clock)
      // The task ends when the rule is stopped.
      Task { await self.work(rule, arrivals) }
    }
    following.rulesChanged()
  }

  /// Removes a rule; a run in progress continues.
  func remove(_ rule: Rule) {
    rules.remove(rule)
    noteEnd()
  }

  private func stop(_ rule: Rule, because reason: String) {
    rules.stop(rule, because: reason)
    noteEnd()
  }

  private func noteEnd() {
    // The source of changes must not continue as if this event were finished.
    following.rulesChanged()
    following.settle()
    if rules.running.isEmpty { whenEmpty?() }
  }

  /// Removes all rules; runs in progress continue.
  func removeAll() {
    guard !rules.all.isEmpty else { return }
    // All before the first is noted: what the last event has started must not count as finished without its rule.
    for rule in rules.all { rules.remove(rule) }
    noteEnd()
  }

  /// Removes all rules, and waits for the runs in progress; Ctrl-C cancels them.
  func end() async {
    let running = rules.all.flatMap(\.jobs)
    removeAll()
    if !running.isEmpty {
      do {
        try await shell.interrupts.cancelling { for job in running { try await job.wait() } }
      } catch {
        for job in running { job.cancel() }
      }
    }
    await untilEnded()
  }

  /// Waits until the streams of removed shared rules have the answers to all their events.
  func untilEnded() async { await following.untilEnded() }

  /// Throws if a statement uses an undefined variable.
  private func check(_ list: CommandList) throws {
    var assigned: Set<String> = []
    for pipeline in [list.first] + list.rest.map(\.pipeline) {
      let words = [pipeline.command] + pipeline.stages + [pipeline.redirections.map(\.file)]
      for word in words.joined() {
        guard case .composed(let parts) = word.content else { continue }
        for variable in parts.flatMap(\.variables) where !assigned.contains(variable.name) {
          do {
            try shell.variables.checkDefinition(of: variable)
          } catch {
            throw error.spanning([word])
          }
        }
      }
      if pipeline.command.begins(with: "let"),
        let name = Assignment(pipeline.command.dropFirst())?.name
      {
        assigned.insert(name)
      }
    }
  }
}

extension RuleRunner {
  /// Runs a rule for each of its events, until the rule is stopped or the process is ending.
  private func work(_ rule: Rule, _ arrivals: RuleArrivals) async {
    let inbox = rule.inbox
    while let batch = await arrivals.next() {
      if batch.dropped > 0 {
        report("rule \(rule.number): dropped \(batch.dropped) events that came too fast")
        inbox.finish(batch.dropped)
      }
      for item in batch.items {
        // The remaining events stay in the count, so that their position is not saved as done.
        guard !isEnding, rule.stopReason == nil, rule.inbox === inbox else { return }
        if rule.isDurable { following.noteStart() }
        let failure = await run(rule, for: item)
        inbox.finish(1)
        // Before the rule is stopped, so that the event's position is saved.
        following.settle()
        rule.jobs = []
        if rule.stopReason == nil {
          if let failure {
            stop(rule, because: failure)
          } else if rule.statement.runsOnce {
            remove(rule)
          }
        }
        // Between two runs, a user's input is handled.
        await Task.yield()
      }
    }
  }

  /// Runs a rule for an event; returns why the rule stops if it has failed too often.
  private func run(_ rule: Rule, for item: RuleInbox.Item) async -> String? {
    let (number, jobShell) = (rule.number, rule.shells[0])
    let job = JobRunner(shell, jobs).add(
      of: .rule(number), text: rule.statement.text, isQuiet: rule.statement.isQuiet)
    switch item.record {
    case .success(let record):
      jobShell.shell.variables.event = record
      rule.jobs = [job]
      _ = await RuleCause.$rules.withValue(item.causes + [number]) {
        await JobRunner.run(rule.statement.body, text: rule.statement.text, in: jobShell, as: job)
      }
    case .failure(let error):
      jobShell.begin(job)
      jobShell.shell.report("rule \(number): \(error.message)")
      try? jobShell.finish(job)
      RuleCause.$rules.withValue(item.causes + [number]) {
        job.end(error.status, because: error.message)
      }
    }
    guard rule.noteRun(job.status == .failed ? job.exit : nil), rule.stopReason == nil else {
      return nil
    }
    let reason =
      "it failed five times in a row; the last: "
      + (job.failure ?? "status \(job.exit?.rawValue ?? 1)")
    let hint = shell.scope.prompt == nil ? "" : "; 'on --restart \(number)' starts it again"
    report("rule \(number) stopped: \(reason)\(hint)")
    if rules.running.count == 1 { lastFailure = rule.failure }
    return reason
  }

  /// Stops the durable rules, since the source of changes cannot continue without missing a change, or a shared
  /// rule whose stream cannot continue.
  private func fail(_ error: ShellError, _ shared: Rule?) {
    if let shared {
      guard shared.stopReason == nil else { return }
      let hint = error.hint.map { "; \($0)" } ?? ""
      report("rule \(shared.number) is stopped: \(error.message)\(hint)")
      return stop(shared, because: error.message)
    }
    report("the durable rules are stopped: \(error.message)")
    for rule in rules.running where rule.isDurable { stop(rule, because: error.message) }
  }

  private func report(_ notice: String) {
    if let prompt = shell.scope.prompt {
      prompt.console.notify(notice)
    } else {
      shell.streams.report(notice)
    }
  }
}

extension RuleRunner {
  /// Runs a script's rules until SIGTERM, or until there are none left.
  ///
  /// On SIGTERM no new runs start, and those in progress are finished. After Ctrl-C it
  /// throws once the runs in progress have ended. It throws ``ReportedFailure`` if failures stopped
  /// the last rule.
  func wait(_ invocation: Invocation) async throws {
    guard !rules.running.isEmpty else { return }
    let outcome = Waiter<Void, any Error>()
    whenEmpty = { outcome.settle() }
    var failure: ShellError?
    following.whenFailed = { error, _ in
      failure = failure ?? error
      outcome.settle(.failure(error))
    }
    defer {
      whenEmpty = nil
      following.whenFailed = { [unowned self] in fail($0, $1) }
    }
    try following.begin()
    do {
      try await invocation.handlingTermination {
        let termination = Task {
          try await invocation.untilTerminated()
          outcome.settle()
        }
        defer { termination.cancel() }
        try await outcome.valueUnlessCancelled()
        following.endShared()
        for job in rules.all.flatMap(\.jobs) { try await job.wait() }
        while rules.all.contains(where: { !$0.jobs.isEmpty }) { await Task.yield() }
        await following.untilSaved()
      }
    } catch {
      let running = rules.all.flatMap(\.jobs)
      removeAll()
      for job in running { job.cancel() }
      // This task is cancelled, and so would not wait itself.
      _ = await Task { for job in running { try await job.wait() } }.result
      await untilEnded()
      throw error
    }
    removeAll()
    await untilEnded()
    // The place of the last event could not be kept.
    if let failure { throw failure }
    if let lastFailure, !isEnding { throw ReportedFailure(status: lastFailure) }
  }
}

extension Word.Part {
  fileprivate var variables: [Word.Variable] {
    switch self {
    case .literal, .value, .statement: []
    case .variable(let variable): [variable]
    case .expression(let parenthesis): parenthesis.expression.variables
    }
  }
}
