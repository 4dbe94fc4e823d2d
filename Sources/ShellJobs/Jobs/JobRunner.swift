import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// Runs statements as jobs, each in a subshell.
@MainActor
struct JobRunner {
  private let shell: Shell
  private let jobs: JobTable

  init(_ shell: Shell, _ jobs: JobTable) {
    self.shell = shell
    self.jobs = jobs
  }

  /// Starts a statement as a job; throws if it would have no effect in a job.
  func start(_ list: CommandList, text: String) throws {
    if list.rest.isEmpty, !list.first.beginsWithProgram, list.first.command.begins(with: "let") {
      throw ShellError(
        .usage, "a job has its own variables, so 'let' sets nothing here",
        hint: "leave out the '&'")
    }
    guard jobs.runningOfUser.count < jobs.limit else {
      throw ShellError(
        .limit, "\(jobs.limit) jobs are running, and no more can",
        hint: "'wait' waits for them, 'cancel' ends them")
    }
    let job = add(of: .user, text: text)
    let jobShell = JobShell(of: shell)
    if shell.isTyped { shell.report("[\(job.number)] \(JobReports.shortened(job.text))") }
    // From now on Ctrl-C must not end the process without ending its jobs.
    shell.main.interrupts.listen()
    // The job's cancel function ends the task.
    Task { await Self.run(list, text: text, in: jobShell, as: job) }
  }

  /// Adds a job to the table.
  ///
  /// Its output is held. In a script it is also passed on to the shell's own outputs; at a prompt, that of a
  /// rule that is not quiet is shown as notices.
  func add(of origin: Job.Origin, text: String, isQuiet: Bool = true) -> Job {
    let main = shell.main
    var relay: HeldOutput.Relay? = { [unowned main] bytes, stream in
      try main.streams.pass(bytes, toErrors: stream == .errors)
    }
    if let console = main.scope.prompt?.console {
      let notify: HeldOutput.Relay = { bytes, _ in
        var lines = OutputStyle.withoutColors(Array(bytes))
        if lines.last == UInt8(ascii: "\n") { lines.removeLast() }
        for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
          console.notify(String(decoding: line, as: UTF8.self))
        }
      }
      relay = isQuiet ? nil : notify
    }
    let output = HeldOutput(relay: relay)
    return jobs.add(
      of: origin, text: SecretGuard(shell).masked(text), output: output, in: Job.current
    ) { [unowned main, jobs] in JobReports(main).report($0, isEnding: jobs.isEnding) }
  }

  /// Runs a statement to its end, and records the end of the job.
  ///
  /// `jobShell` runs nothing else meanwhile.
  @discardableResult
  static func run(
    _ list: CommandList, text: String, in jobShell: JobShell, as job: Job
  ) async -> ExitStatus {
    jobShell.begin(job)
    let source = JobStatement(
      text: text, start: list.first.range.lowerBound,
      name: jobShell.shell.main.scope.prompt == nil ? "job \(job.number)" : nil, jobShell.shell)
    var status = ExitStatus.success
    do {
      // The job may have been cancelled before it began.
      if job.isCancelled { throw ShellError.interrupted }
      try await Job.$current.withValue(job) {
        try await jobShell.shell.bound {
          try await PipelineRunner(jobShell.shell).run(list, from: source)
        }
      }
      status = source.status
    } catch let exit as ShellExit {
      status = exit.status
    } catch is OutputClosed {
      job.hasLostOutput = true
    } catch {
      status = ShellError(error).status
    }
    do { try jobShell.finish(job) } catch { job.hasLostOutput = true }
    job.end(status, because: source.failure)
    return status
  }
}
