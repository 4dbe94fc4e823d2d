import CoreLoop
import ShellOutput
import ShellRuntime

/// The jobs of a shell: the running ones, and the last ones that have ended.
@MainActor
final class JobTable {
  private(set) var all: [Job] = []

  /// How many `&` jobs may run at once.
  var limit = Bound.maximumJobs

  /// Whether the shell is ending, and its jobs with it.
  private(set) var isEnding = false
  private var lastNumber = 0
  /// The first failures of `&` jobs that `wait` has not reported yet.
  private var failures: [Failure] = []

  struct Failure {
    let number: Int
    let ancestors: [Int]
    let status: ExitStatus
    let text: String
  }

  /// How many ended `&` jobs are kept, and how many ended runs of rules.
  static let keptCount = 100

  func add(
    of origin: Job.Origin, text: String, output: HeldOutput, in outer: Job? = nil,
    whenEnded: @escaping @MainActor (Job) -> Void = { _ in }
  ) -> Job {
    lastNumber += 1
    let job = Job(
      lastNumber, of: origin, text: text, output: output,
      ancestors: outer.map { $0.ancestors + [$0.number] } ?? []
    ) { [weak self] job in
      self?.note(job)
      whenEnded(job)
      self?.forgetOldest(like: job)
    }
    all.append(job)
    return job
  }

  private func note(_ job: Job) {
    if job.status == .failed, job.origin == .user, let exit = job.exit,
      failures.count < Self.keptCount
    {
      failures.append(
        Failure(number: job.number, ancestors: job.ancestors, status: exit, text: job.text))
    }
  }

  private func forgetOldest(like job: Job) {
    let isOfUser = job.origin == .user
    let ended = all.indices.filter { !all[$0].isRunning && (all[$0].origin == .user) == isOfUser }
    if ended.count > Self.keptCount { all.remove(at: ended[0]) }
  }

  var running: [Job] { all.filter(\.isRunning) }

  /// The `&` jobs among them.
  var runningOfUser: [Job] { running.filter { $0.origin == .user } }

  /// The job with a number, unless there is none or it ended long ago.
  subscript(number: Int) -> Job? { all.first { $0.number == number } }

  /// Waits until no `&` job started inside `outer` is running; nil for all.
  func waitForAll(in outer: Job? = nil) async throws {
    while let job = all.first(where: {
      $0.isRunning && $0.origin == .user && Self.wasStarted($0.ancestors, in: outer)
    }) {
      try await job.wait()
    }
  }

  /// Returns the failure of the `&` job with the lowest number, and removes all failures, since
  /// `wait` reports them only once.
  func takeFailure(in outer: Job? = nil) -> Failure? {
    let taken = failures.filter { Self.wasStarted($0.ancestors, in: outer) }
    failures.removeAll { Self.wasStarted($0.ancestors, in: outer) }
    return taken.min { $0.number < $1.number }
  }

  /// Removes the failure of a job that the user has waited for.
  func takeFailure(of number: Int) { failures.removeAll { $0.number == number } }

  private static func wasStarted(_ ancestors: [Int], in outer: Job?) -> Bool {
    outer.map { ancestors.contains($0.number) } ?? true
  }

  func cancelAll() {
    for job in running { job.cancel() }
  }

  /// Cancels all jobs when the shell ends.
  ///
  /// Leaves behind those that have not ended at the limit.
  func end(within limit: Duration, by clock: any Clock<Duration>) async {
    guard !running.isEmpty else { return }
    isEnding = true
    await end(running, within: limit, by: clock)
  }

  /// Cancels some jobs, and leaves behind those that have not ended at the limit.
  func end(_ ending: [Job], within limit: Duration, by clock: any Clock<Duration>) async {
    guard !ending.isEmpty else { return }
    for job in ending { job.cancel() }
    let waiting = Task { for job in ending { try await job.wait() } }
    // Also after Ctrl-C, so in a task of its own.
    _ = await Task { await waiting.result(within: limit, on: clock) }.value
  }
}
