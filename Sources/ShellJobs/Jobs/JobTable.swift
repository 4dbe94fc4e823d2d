import ShellOutput
import ShellRuntime

/// The jobs of a shell: those that run, and the last ones that have ended.
@MainActor
final class JobTable {
  /// The jobs, in the order of their numbers.
  private(set) var all: [Job] = []

  /// Whether the shell ends, and the jobs with it.
  private(set) var isEnding = false
  private var lastNumber = 0
  /// The first failures of `&` jobs that no `wait` has returned yet.
  private var failures: [Failure] = []

  /// A job that failed.
  struct Failure {
    let number: Int
    let ancestors: [Int]
    let status: ExitStatus
    let text: String
  }

  /// How many ended `&` jobs are kept, and how many ended runs of rules.
  static let keptCount = 100

  /// Adds a job.
  ///
  /// - Parameters:
  ///   - origin: what started it.
  ///   - text: its statement, without secrets.
  ///   - output: what it prints.
  ///   - outer: the job inside which it was started; nil if there is none.
  ///   - whenEnded: called when it has ended.
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

  /// The jobs that are running.
  var running: [Job] { all.filter(\.isRunning) }

  /// The job of a number; nil if there is none, or it ended long ago.
  subscript(number: Int) -> Job? { all.first { $0.number == number } }

  /// Waits until no `&` job is running.
  ///
  /// - Parameter outer: waits only for jobs that were started inside this one; nil for all.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func waitForAll(in outer: Job? = nil) async throws {
    while let job = all.first(where: {
      $0.isRunning && $0.origin == .user && Self.wasStarted($0.ancestors, in: outer)
    }) {
      try await job.wait()
    }
  }

  /// Returns the failure of the `&` job with the lowest number, and forgets all that `wait` returns
  /// only once.
  ///
  /// - Parameter outer: as for ``waitForAll(in:)``.
  func takeFailure(in outer: Job? = nil) -> Failure? {
    let taken = failures.filter { Self.wasStarted($0.ancestors, in: outer) }
    failures.removeAll { Self.wasStarted($0.ancestors, in: outer) }
    return taken.min { $0.number < $1.number }
  }

  /// Forgets the failure of a job for which the user has waited.
  func takeFailure(of number: Int) { failures.removeAll { $0.number == number } }

  private static func wasStarted(_ ancestors: [Int], in outer: Job?) -> Bool {
    outer.map { ancestors.contains($0.number) } ?? true
  }

  /// Cancels all jobs.
  func cancelAll() {
    for job in running { job.cancel() }
  }

  /// Cancels all jobs at the shell's end, and waits until they have ended, but only for some time.
  ///
  /// - Parameters:
  ///   - limit: the longest wait, for jobs that ignore being cancelled.
  ///   - clock: the clock of the wait.
  func end(within limit: Duration, by clock: any Clock<Duration>) async {
    let ending = running
    guard !ending.isEmpty else { return }
    isEnding = true
    cancelAll()
    let waiting = Task { for job in ending { try await job.wait() } }
    let timer = Task {
      try await clock.sleep(for: limit)
      waiting.cancel()
    }
    _ = await waiting.result
    timer.cancel()
  }
}
