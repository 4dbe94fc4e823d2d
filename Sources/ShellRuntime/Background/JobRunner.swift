import ShellLanguage
import ShellOutput

/// Runs statements as jobs, each in a subshell.
@MainActor
final class JobRunner {
  private unowned let state: ShellState
  private let secrets: SecretGuard
  private let makeSubshell: Subshell.Maker

  init(_ state: ShellState, secrets: SecretGuard, makeSubshell: @escaping Subshell.Maker) {
    self.state = state
    self.secrets = secrets
    self.makeSubshell = makeSubshell
  }

  /// Starts a statement as a job.
  ///
  /// - Parameters:
  ///   - list: the statement.
  ///   - text: the statement as the user wrote it.
  /// - Throws: ``ShellError`` if the statement would have no effect in a job.
  func start(_ list: CommandList, text: String) throws {
    if list.rest.isEmpty, !list.first.beginsWithProgram, list.first.command.begins(with: "let") {
      throw ShellError(
        .usage, "a job has its own variables, so 'let' sets nothing here",
        hint: "leave out the '&'")
    }
    let job = add(of: .user, text: text)
    let shell = makeShell()
    if state.isTyped { state.report("[\(job.number)] \(JobReports.shortened(job.text))") }
    // From now on Ctrl-C must not end the process without its jobs.
    state.root.interrupts.listen()
    // The job's cancel function ends the task.
    Task { await Self.run(list, text: text, in: shell, as: job) }
  }

  /// Adds a job to the table, with an output that suits the shell: at a prompt it is held, and in a
  /// script it also goes to the shell's own outputs.
  ///
  /// - Parameter text: the statement as the user wrote it; secrets are masked.
  func add(of origin: Job.Origin, text: String) -> Job {
    let root = state.root
    let relay: HeldOutput.Relay = { [unowned root] bytes, stream in
      try root.streams.pass(bytes, toErrors: stream == .errors)
    }
    let output = HeldOutput(relay: root.prompt == nil ? relay : nil)
    return state.jobs.add(of: origin, text: secrets.masked(text), output: output, in: state.job)
  }

  /// Creates a subshell for jobs that run one after another.
  func makeShell() -> JobShell { JobShell(of: state, make: makeSubshell) }

  /// Runs a statement to its end, and records how the job ended.
  ///
  /// - Parameters:
  ///   - list: the statement.
  ///   - text: the statement as the user wrote it.
  ///   - shell: runs it; it runs nothing else meanwhile.
  ///   - job: the job.
  @discardableResult
  static func run(
    _ list: CommandList, text: String, in shell: JobShell, as job: Job
  ) async -> ExitStatus {
    shell.begin(job)
    let source = JobStatement(
      text: text, start: list.first.range.lowerBound,
      name: shell.state.root.prompt == nil ? "job \(job.number)" : nil, shell.state)
    var status = ExitStatus.success
    do {
      // It may have been cancelled before it began.
      if job.isCancelled { throw ShellError.interrupted }
      try await shell.pipelines.run(list, from: source)
      status = source.status
    } catch let exit as ShellExit {
      status = exit.status
    } catch is OutputClosed {
      // The reader of the results is gone.
    } catch {
      status = ShellError(error).status
    }
    try? shell.finish(job)
    job.end(status, because: source.failure)
    return status
  }
}
