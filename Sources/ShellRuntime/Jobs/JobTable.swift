import ShellOutput

/// The jobs of a shell: those that run, and the last ones that have ended.
@MainActor
final class JobTable {
  /// The jobs, in the order of their numbers.
  private(set) var all: [Job] = []
  private var lastNumber = 0

  /// How many jobs that have ended are kept.
  private static let keptCount = 100

  /// Adds a job.
  func add(of origin: Job.Origin, text: String, output: HeldOutput) -> Job {
    lastNumber += 1
    let job = Job(lastNumber, of: origin, text: text, output: output)
    all.append(job)
    let ended = all.filter { !$0.isRunning }
    if ended.count > Self.keptCount, let oldest = ended.first {
      all.removeAll { $0 === oldest }
    }
    return job
  }

  /// The jobs that are running.
  var running: [Job] { all.filter(\.isRunning) }
}
