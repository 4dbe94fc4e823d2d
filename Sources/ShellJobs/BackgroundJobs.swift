package import CoreEvents
package import ShellCommands
package import ShellLanguage
package import ShellOutput
package import ShellRuntime

/// The jobs and rules of a shell, and `watch`.
@MainActor
package final class BackgroundJobs: BackgroundWork {
  let jobs = JobTable()
  let rules: RuleTable
  /// Runs the rules, once there has been one.
  private(set) var runner: RuleRunner?
  /// The subshell whose rules end with its statements, while it runs them.
  private var inner: Shell?

  /// Creates a shell's background work, empty at first.
  ///
  /// - Parameter bus: the shell's bus; its events start the rules.
  package init(bus: EventBus) {
    rules = RuleTable(bus: bus)
  }

  package var commands: [BuiltInCommand] {
    [
      .init("jobs") { [jobs] in JobsCommand(jobs: jobs) },
      .init("cancel") { [jobs] in CancelCommand(jobs: jobs) },
      .init("wait") { [jobs, weak self] in
        WaitCommand(jobs: jobs) { try await self?.runner?.wait($0) }
      },
      .init("on") { [rules, weak self] in
        OnCommand(rules: rules) { try self?.runner?.restart($0) }
      },
      .init("off") { [rules, weak self] in
        OffCommand(rules: rules) { self?.runner?.remove($0) }
      },
      .init("watch") { WatchCommand() },
    ]
  }

  package var completionSources: [CompletionSource] {
    [
      CompletionSource(answering: "jobs") { [jobs] in Self.candidates(jobs.all, for: $0) },
      CompletionSource(answering: "running-jobs") { [jobs] in
        Self.candidates(jobs.running, for: $0)
      },
      CompletionSource(answering: "rules") { [rules] query in
        rules.all.map { rule in
          .init(
            String(rule.number), .abstract(of: "\(rule.statement.pattern.text): \(rule.text)"))
        }.filter { query.matches($0.text) }
      },
    ]
  }

  private static func candidates(
    _ jobs: [Job], for query: CompletionQuery
  ) -> [CompletionSource.Candidate] {
    jobs.map { .init(String($0.number), .abstract(of: $0.text)) }
      .filter { query.matches($0.text) }
  }

  package var statements: [Keyword: Runner] {
    [
      .on: { [unowned self] in try addRule($0, text: $1, in: $2) },
      .watch: { try await Watcher($2).run($0, text: $1) },
    ]
  }

  private func addRule(_ list: CommandList, text: String, in shell: Shell) throws {
    guard shell.parent == nil || shell === inner else {
      throw ShellError(.usage, "only the shell itself can make rules, not a job or a rule")
    }
    let runner = self.runner ?? RuleRunner(shell, rules, jobs)
    self.runner = runner
    try runner.add(list, text: text)
  }

  package func start(_ list: CommandList, text: String, in shell: Shell) throws {
    try JobRunner(shell, jobs).start(list, text: text)
  }

  package func run(in shell: Shell, _ body: @MainActor () async throws -> Void) async throws {
    let outer = (runner, inner)
    let (keptRules, keptJobs) = (Set(rules.all.map(\.number)), Set(jobs.all.map(\.number)))
    (runner, inner) = (RuleRunner(shell, rules, jobs), shell)
    let result: Result<Void, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    for rule in rules.all where !keptRules.contains(rule.number) { runner?.remove(rule) }
    await JobWaiter(shell, jobs).end(jobs.running.filter { !keptJobs.contains($0.number) })
    await runner?.untilEnded()
    (runner, inner) = outer
    try result.get()
  }

  package var reasonToStay: String? {
    let count = jobs.running.count { $0.origin == .user && !$0.isCancelled }
    return switch count {
    case 0: nil
    case 1: "a job is running; leave again to cancel it, or 'wait' for it"
    default: "\(count) jobs are running; leave again to cancel them, or 'wait' for them"
    }
  }

  package func willReadLine() { rules.willReadLine() }

  package func finish(in shell: Shell, after status: ExitStatus) async throws -> ExitStatus {
    await runner?.end()
    return jobs.all.isEmpty ? status : try await JobWaiter(shell, jobs).finish(after: status)
  }

  package func end(in shell: Shell) async {
    runner?.removeAll()
    await JobWaiter(shell, jobs).end()
    await runner?.untilEnded()
  }
}
