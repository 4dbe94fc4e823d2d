import Glibc
import ShellCommands
import ShellOutput
import ShellRuntime

@MainActor
struct JobWaiter {
  private let shell: Shell
  private let jobs: JobTable

  /// How long an ending shell waits for the jobs that it has cancelled.
  private static let patience = Duration.seconds(3)
  /// The status of a script that SIGTERM ends while it waits for jobs.
  private static let terminated = ExitStatus(rawValue: 128 + SIGTERM)

  init(_ shell: Shell, _ jobs: JobTable) {
    self.shell = shell
    self.jobs = jobs
  }

  /// Waits until a job has ended; throws the status of a job that failed or was cancelled.
  func wait(for job: Job) async throws {
    try await untilTerminated { try await job.wait() }
    jobs.takeFailure(of: job.number)
    guard let status = job.exit, status != .success else { return }
    throw Self.error(job.number, job.text, status, wasCancelled: job.status == .cancelled)
  }

  /// Waits until all `&` jobs have ended; inside a job, only those started in it.
  ///
  /// - Throws: ``ShellError`` with the status of the first job that failed since the last such wait;
  ///   `CancellationError` as soon as the task is cancelled; ``ShellExit`` at SIGTERM.
  func waitForAll() async throws {
    try await untilTerminated { try await jobs.waitForAll(in: Job.current) }
    guard let failure = jobs.takeFailure(in: Job.current) else { return }
    throw Self.error(failure.number, failure.text, failure.status, wasCancelled: false)
  }

  /// Waits for the jobs of a script that has ended.
  ///
  /// Returns the script's status, or else that of the first failed job; throws ``ShellExit`` at
  /// SIGTERM.
  func finish(after status: ExitStatus) async throws -> ExitStatus {
    guard !shell.isInterrupted else {
      await end()
      return status
    }
    do {
      let job = Job.current
      try shell.streams.flush()
      try await shell.interrupts.cancelling {
        try await untilTerminated { try await jobs.waitForAll(in: job) }
      }
      guard status == .success else { return status }
      return jobs.takeFailure()?.status ?? .success
    } catch is CancellationError {
      await end()
      return .interrupted
    }
  }

  /// Cancels all jobs; after some seconds, leaves behind those that ignore it.
  func end() async {
    await jobs.end(within: Self.patience, by: shell.host.clock)
  }

  /// Cancels some jobs, as ``end()`` does.
  func end(_ ending: [Job]) async {
    await jobs.end(ending, within: Self.patience, by: shell.host.clock)
  }

  private static func error(
    _ number: Int, _ text: String, _ status: ExitStatus, wasCancelled: Bool
  ) -> ShellError {
    wasCancelled
      ? ShellError(.failed, "job \(number) was cancelled", status: status)
      : ShellError(
        .failed, "job \(number) failed (\(status.rawValue)): \(JobReports.shortened(text))",
        hint: "'jobs show \(number)' shows what it printed", status: status)
  }

  /// Calls a body that waits for jobs; on SIGTERM, cancels the jobs and ends the shell.
  ///
  /// At a prompt and in a job the signal is not handled here.
  private func untilTerminated(
    _ body: @escaping @MainActor () async throws -> Void
  ) async throws {
    let waiting = Task { try await body() }
    var isTerminated = false
    shell.beginHandlingTermination()
    defer { shell.endHandlingTermination() }
    let watching = Task {
      try await shell.waitForTermination()
      isTerminated = true
      await end()
      waiting.cancel()
    }
    defer { watching.cancel() }
    let result = await withTaskCancellationHandler {
      await waiting.result
    } onCancel: {
      waiting.cancel()
    }
    if isTerminated { throw ShellExit(status: Self.terminated) }
    try result.get()
  }
}
