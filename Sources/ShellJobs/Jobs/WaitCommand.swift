import ShellCommands
import ShellOutput
import ShellRuntime

struct WaitCommand: Command {
  let jobs: JobTable
  /// Runs the rules of a script until there are none left, or until SIGTERM.
  let waitForRules: @MainActor (Invocation) async throws -> Void
  let job = Argument<Int?>(
    "JOB", "the number of a job; all '&' jobs if left out", completion: "running-jobs")
  var specification: CommandSpecification {
    CommandSpecification(
      "wait",
      abstract: "Wait until jobs have ended",
      discussion: """
        If a job fails, 'wait' fails with its status; with several, that of the first. A job that you \
        cancelled is no failure, unless you wait for that job alone. Ctrl-C ends the wait, and the jobs \
        go on. In a job, 'wait' waits for the jobs that were started in it.

        In a script with rules, 'wait' makes a worker: it runs them until SIGTERM or until no rule is \
        left. At SIGTERM it finishes the runs under way and ends the script with status 0. If failures \
        stopped the last rule, it fails with the status of the last one.
        """,
      examples: [
        .init("sleep 0.1 & sleep 0.2 & wait", "starts two jobs, and waits for both"),
        .init("print hello & wait 1", "waits for one job"),
      ],
      parameters: [job])
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    let waiter = JobWaiter(shell, jobs)
    guard let number = invocation[job] else {
      if shell.parent == nil, shell.scope.prompt == nil {
        try await waitForRules(invocation)
        if shell.interrupts.termination.isRequested { return }
      }
      return try await waiter.waitForAll()
    }
    let job = try invocation.pointing(at: job) {
      if let own = Job.current, own.number == number || own.ancestors.contains(number) {
        throw ShellError(.usage, "job \(own.number) cannot wait for itself to end")
      }
      return try jobs.job(number)
    }
    try await waiter.wait(for: job)
  }
}

struct CancelCommand: ImmediateCommand {
  let jobs: JobTable
  let job = Argument<Int?>(
    "JOB", "the number of the job; may be left out if only one is running",
    completion: "running-jobs")
  var specification: CommandSpecification {
    CommandSpecification(
      "cancel",
      abstract: "Cancel a job",
      discussion: """
        It ends the job's command as Ctrl-C would. The job's programs get SIGTERM, and SIGKILL a second \
        later. A command that ignores this stays listed as 'cancelling'.
        """,
      examples: [
        .init("sleep 60 & cancel 1", "starts a job and cancels it"),
        .init("sleep 60 & cancel", "cancels the only job"),
      ],
      parameters: [job])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.pointing(at: job) {
      guard let number = invocation[job] else { return try only().cancel() }
      let job = try jobs.job(number)
      guard job.isRunning else {
        throw ShellError(.failed, "job \(job.number) has ended already")
      }
      job.cancel()
    }
  }

  /// The only running job, besides the one that runs this command.
  private func only() throws -> Job {
    let own = Job.current.map { $0.ancestors + [$0.number] } ?? []
    let running = jobs.running.filter { !$0.isCancelled && !own.contains($0.number) }
    if running.count == 1 { return running[0] }
    guard let first = running.first else { throw ShellError(.notFound, "no job is running") }
    let listed = running.prefix(9).map { "\($0.number) (\($0.text.prefix(40)))" }
    throw ShellError(
      .usage, "\(running.count) jobs are running: " + listed.joined(separator: ", "),
      hint: "write the number of one: cancel \(first.number)")
  }
}
