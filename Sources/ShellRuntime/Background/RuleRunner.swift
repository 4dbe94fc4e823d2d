import ShellCommands
import ShellLanguage
import ShellOutput

/// Makes rules and runs them, each in a subshell of its own.
@MainActor
final class RuleRunner {
  private unowned let state: ShellState
  private let jobs: JobRunner
  private let secrets: SecretGuard
  private let following: RuleFollowing
  /// Called when no rule is left.
  private var whenEmpty: (@MainActor () -> Void)?
  /// The status of the failure that stopped the last rule; nil if rules are left, or were removed.
  private var lastFailure: ExitStatus?

  init(_ state: ShellState, jobs: JobRunner, secrets: SecretGuard) {
    self.state = state
    self.jobs = jobs
    self.secrets = secrets
    following = RuleFollowing(state)
    following.whenFailed = { [unowned self] in fail($0) }
  }

  private var rules: RuleTable { state.rules }

  /// Whether SIGTERM has asked the process to end, so that no new run starts.
  private var isEnding: Bool { state.interrupts.termination.isRequested }

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - list: everything from `on` up to the next `;`.
  ///   - text: its text.
  /// - Throws: ``ShellError`` if the statement is wrong, or uses a variable that is not defined.
  func add(_ list: CommandList, text: String) throws {
    guard state.root === state else {
      throw ShellError(.usage, "only the shell itself can make rules, not a job or a rule")
    }
    let statement = try RuleStatement(list, text: text) { try state.expand(arguments: $0) }
    try check(statement.body)
    if let name = statement.durable, let other = rules.durableName, other != name {
      throw ShellError(
        .usage, "the durable rules of a shell share one name, and it is '\(other)'",
        hint: "write --durable \(other)")
    }
    let rule = rules.add(statement, text: secrets.masked(statement.text))
    lastFailure = nil
    let shell = jobs.makeShell()
    let arrivals = RuleArrivals(rule, state.clock)
    // It ends when the rule is removed.
    Task { await self.work(rule, arrivals, in: shell) }
    following.rulesChanged()
    if state.isTyped { state.report("rule \(rule.number); 'off \(rule.number)' removes it") }
  }

  /// Removes a rule; a run under way goes on.
  func remove(_ rule: Rule) {
    rules.remove(rule)
    // The source of changes must not go on to the next event as if this one were finished.
    following.rulesChanged()
    following.settle()
    if rules.all.isEmpty { whenEmpty?() }
  }

  /// Removes all rules; runs under way go on.
  func removeAll() {
    for rule in rules.all { remove(rule) }
  }

  /// Removes all rules, and waits for the runs under way; Ctrl-C cancels them.
  func end() async {
    let running = rules.all.compactMap(\.job)
    removeAll()
    guard !running.isEmpty else { return }
    do {
      try await state.interrupts.cancelling { for job in running { try await job.wait() } }
    } catch {
      for job in running { job.cancel() }
    }
  }

  /// Throws if a statement uses a variable that is not defined.
  private func check(_ list: CommandList) throws {
    var assigned: Set<String> = []
    for pipeline in [list.first] + list.rest.map(\.pipeline) {
      let words = [pipeline.command] + pipeline.stages + [pipeline.redirections.map(\.file)]
      for word in words.joined() {
        guard case .composed(let parts) = word.content else { continue }
        for case .variable(let variable) in parts where !assigned.contains(variable.name) {
          do {
            try state.variables.checkDefinition(of: variable)
          } catch {
            throw error.spanning([word])
          }
        }
      }
      if pipeline.command.begins(with: "let"), let name = Assignment.name(in: pipeline.command) {
        assigned.insert(name)
      }
    }
  }
}

// MARK: Runs

extension RuleRunner {
  /// Runs a rule for each of its events, until it is removed or the process is to end.
  private func work(_ rule: Rule, _ arrivals: RuleArrivals, in shell: JobShell) async {
    while let batch = await arrivals.next() {
      if batch.dropped > 0 {
        report("rule \(rule.number): dropped \(batch.dropped) events that came too fast")
        rule.inbox.finish(batch.dropped)
      }
      for item in batch.items {
        // The events that are left stay in the count, so that their place is not kept.
        guard !isEnding, rules[rule.number] != nil else { return }
        if rule.isDurable { following.noteStart() }
        let isOver = await run(rule, for: item, in: shell)
        rule.inbox.finish(1)
        // Before the rule is removed, so that the event's place is kept.
        following.settle()
        rule.job = nil
        if isOver, rules[rule.number] != nil { remove(rule) }
        // A user who types comes between two runs.
        await Task.yield()
      }
    }
  }

  /// Runs a rule for an event.
  ///
  /// - Returns: whether that was its last run.
  private func run(_ rule: Rule, for item: RuleInbox.Item, in shell: JobShell) async -> Bool {
    let number = rule.number
    let job = jobs.add(of: .rule(number), text: rule.statement.text)
    switch item.record {
    case .success(let record):
      shell.state.variables.event = record
      rule.job = job
      _ = await RuleCause.$rules.withValue(item.causes + [number]) {
        await JobRunner.run(rule.statement.body, text: rule.statement.text, in: shell, as: job)
      }
    case .failure(let error):
      shell.begin(job)
      shell.state.report("rule \(number): \(error.message)")
      try? shell.finish(job)
      RuleCause.$rules.withValue(item.causes + [number]) {
        job.end(error.status, because: error.message)
      }
    }
    let isWorn = rule.noteRun(job.status == .failed ? job.exit : nil)
    guard rules[number] != nil else { return false }
    if isWorn {
      report(
        "rule \(number) stopped: it failed five times in a row; the last: "
          + (job.failure ?? "status \(job.exit?.rawValue ?? 1)"))
      if rules.all.count == 1 { lastFailure = rule.failure }
    }
    return isWorn || rule.statement.runsOnce
  }

  /// Removes the durable rules, since the source of changes cannot go on without missing one.
  private func fail(_ error: ShellError) {
    report("the durable rules are removed: \(error.message)")
    for rule in rules.all where rule.isDurable { remove(rule) }
  }

  private func report(_ notice: String) {
    if let prompt = state.prompt {
      prompt.console.notify(notice)
    } else {
      state.streams.report(notice)
    }
  }
}

// MARK: Workers

extension RuleRunner {
  /// Runs the rules of a script until SIGTERM, or until none is left.
  ///
  /// At SIGTERM no new run starts, and those under way are finished.
  ///
  /// - Throws: ``ReportedFailure`` if failures stopped the last rule, `CancellationError` if the user
  ///   interrupts, once the runs under way have ended.
  func wait(_ invocation: Invocation) async throws {
    guard !rules.all.isEmpty else { return }
    let outcome = FirstOutcome<Void>()
    whenEmpty = { outcome.settle(.success(())) }
    following.whenFailed = { outcome.settle(.failure($0)) }
    defer {
      whenEmpty = nil
      following.whenFailed = { [unowned self] in fail($0) }
    }
    try following.begin()
    do {
      try await invocation.handlingTermination {
        let termination = Task {
          try await invocation.untilTerminated()
          outcome.settle(.success(()))
        }
        defer { termination.cancel() }
        try await outcome.valueUnlessCancelled()
        for job in rules.all.compactMap(\.job) { try await job.wait() }
        // What they have finished is kept before the rules are removed.
        while rules.all.contains(where: { $0.job != nil }) { await Task.yield() }
      }
    } catch {
      let running = rules.all.compactMap(\.job)
      removeAll()
      for job in running { job.cancel() }
      // This task is cancelled, and would not wait.
      _ = await Task { for job in running { try await job.wait() } }.result
      throw error
    }
    removeAll()
    if let lastFailure, !isEnding { throw ReportedFailure(status: lastFailure) }
  }
}
