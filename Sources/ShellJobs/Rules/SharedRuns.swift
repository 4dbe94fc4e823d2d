import CoreEvents
import ShellCommands
import ShellOutput
import ShellRecords
import ShellRuntime

/// Runs a shared rule for the events that the stream gives to this shell.
@MainActor
final class SharedRuns {
  let rule: Rule
  /// The shell outlives this object.
  private unowned let shell: Shell
  private let jobs: JobTable
  private let report: @MainActor (String) -> Void
  private let fail: @MainActor (ShellError) -> Void
  /// The subshells in which nothing runs.
  private var idle: [JobShell]
  private var stop: (@MainActor () async -> Void)?

  /// - Parameters:
  ///   - rule: the rule, of which nothing runs yet.
  ///   - shell: the shell in which the rule was made.
  ///   - jobs: includes the runs.
  ///   - report: reports a run that has failed.
  ///   - fail: called if the stream cannot continue.
  init(
    _ rule: Rule, of shell: Shell, _ jobs: JobTable, report: @escaping @MainActor (String) -> Void,
    fail: @escaping @MainActor (ShellError) -> Void
  ) {
    self.rule = rule
    self.shell = shell
    self.jobs = jobs
    self.report = report
    self.fail = fail
    idle = rule.shells
  }

  private var name: String { rule.statement.durable ?? "" }

  private var sharing: RuleStatement.Sharing { rule.statement.sharing ?? .standard }

  /// Whether no new run starts.
  private var isOver: Bool {
    rule.stopReason != nil || shell.interrupts.termination.isRequested
  }

  /// Throws if the environment shares no events, or its stream cannot be used.
  func begin() throws {
    guard stop == nil, !isOver else { return }
    guard let follow = shell.host.followShared else {
      throw ShellError(
        .usage, "this environment shares no events",
        hint: "add events: { nats: … } to it in config.json")
    }
    stop = try follow(
      SharedFollowing(
        name: name, pattern: rule.statement.pattern,
        targets: rule.shells[0].shell.targets ?? shell.host.environments.requestTargets,
        parallel: sharing.parallel, maxTries: sharing.maxTries, order: sharing.order,
        handle: { [weak self] in await self?.handle($0) ?? .notBegun },
        fail: { [weak self] in self?.fail($0) }))
  }

  /// Takes no more events; the task returned ends when the stream has the answers to all of them.
  func end() -> Task<Void, Never>? {
    stop.take().map { stop in Task { await stop() } }
  }

  private func handle(_ event: SharedEvent) async -> SharedEvent.Outcome {
    guard !isOver, let jobShell = idle.popLast() else { return .notBegun }
    defer { idle.append(jobShell) }
    let record: CellValue
    do {
      record = try EventRecord.record(of: event)
      if let condition = rule.statement.condition, try !condition.matches([record]) { return .done }
    } catch {
      let error = ShellError(error)
      return failed(event, error.status, error.message)
    }
    let job = JobRunner(shell, jobs).add(
      of: .rule(rule.number), text: rule.statement.text, isQuiet: rule.statement.isQuiet)
    job.hasOwnReport = true
    rule.jobs.append(job)
    defer { rule.jobs.removeAll { $0 === job } }
    jobShell.shell.variables.event = record
    await RuleCause.$rules.withValue([rule.number]) {
      await WriteKeys.$current.withValue(WriteKeys(of: "\(name)\n\(event.id)")) {
        _ = await JobRunner.run(
          rule.statement.body, text: rule.statement.text, in: jobShell, as: job)
      }
    }
    // Between two runs, a user's input is handled.
    await Task.yield()
    return outcome(of: job, for: event)
  }

  private func outcome(of job: Job, for event: SharedEvent) -> SharedEvent.Outcome {
    let status = job.exit ?? .failure
    guard status != .success || job.hasLostOutput else {
      _ = rule.noteRun(nil)
      return .done
    }
    if job.isCancelled, isOver { return .unfinished }
    if job.hasLostOutput { return failed(event, .failure, "the reader of its output is gone") }
    let reason = job.isCancelled ? "it was cancelled" : "status \(status.rawValue)"
    return failed(event, status, job.failure ?? reason)
  }

  private func failed(
    _ event: SharedEvent, _ status: ExitStatus, _ reason: String
  ) -> SharedEvent.Outcome {
    _ = rule.noteRun(status)
    let then =
      event.tries < sharing.maxTries
      ? "again later" : "set aside: 'events failed list' shows it"
    report(
      TerminalText.flattened(
        "rule \(rule.number) (\(name)): try \(event.tries) of \(sharing.maxTries) of "
          + "\(event.event.eventName) \(event.id) failed: \(reason); \(then)"))
    return .failed(status, reason)
  }
}
