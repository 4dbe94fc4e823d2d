import Glibc
import ShellCommands
import ShellOutput

/// Waits for the jobs of a shell, and cancels them when the shell ends.
@MainActor
struct JobWaiter {
  private let state: ShellState

  /// How long the shell waits at its end for jobs that it has cancelled.
  private static let patience = Duration.seconds(3)
  /// The status of a script that SIGTERM ends while it waits for jobs.
  private static let terminated = ExitStatus(rawValue: 128 + SIGTERM)

  init(_ state: ShellState) {
    self.state = state
  }

  /// Waits until a job has ended.
  ///
  /// - Throws: ``ShellError`` with the job's status if it failed or was cancelled; as
  ///   ``waitForAll()``.
  func wait(for job: Job) async throws {
    try await untilTerminated { try await job.wait() }
    state.jobs.takeFailure(of: job.number)
    guard let status = job.exit, status != .success else { return }
    throw Self.error(job.number, job.text, status, wasCancelled: job.status == .cancelled)
  }

  /// Waits until all `&` jobs have ended, in a job those that were started in it.
  ///
  /// - Throws: ``ShellError`` with the status of the first one that failed, since the last such wait;
  ///   `CancellationError` as soon as the task is cancelled; ``ShellExit`` at SIGTERM.
  func waitForAll() async throws {
    try await untilTerminated { try await state.jobs.waitForAll(in: state.job) }
    guard let failure = state.jobs.takeFailure(in: state.job) else { return }
    throw Self.error(failure.number, failure.text, failure.status, wasCancelled: false)
  }

  /// Waits for the jobs of a script that has ended.
  ///
  /// - Parameter status: the status of the script.
  /// - Returns: that status, or else that of the first job that failed.
  /// - Throws: ``ShellExit`` at SIGTERM.
  func finish(after status: ExitStatus) async throws -> ExitStatus {
    guard !state.isInterrupted else {
      await end()
      return status
    }
    do {
      let (jobs, job) = (state.jobs, state.job)
      try state.streams.flush()
      try await state.interrupts.cancelling {
        try await untilTerminated { try await jobs.waitForAll(in: job) }
      }
      guard status == .success else { return status }
      return jobs.takeFailure()?.status ?? .success
    } catch is CancellationError {
      await end()
      return .interrupted
    }
  }

  /// Cancels all jobs; those that ignore it are left behind after some seconds.
  func end() async {
    await state.jobs.end(within: Self.patience, by: state.clock)
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

  /// Calls a body that waits for jobs; at SIGTERM, cancels the jobs and ends the shell.
  ///
  /// At a prompt and in a job the signal is not handled here.
  private func untilTerminated(
    _ body: @escaping @MainActor () async throws -> Void
  ) async throws {
    let waiting = Task { try await body() }
    var isTerminated = false
    state.beginHandlingTermination()
    defer { state.endHandlingTermination() }
    let watching = Task {
      try await state.waitForTermination()
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
