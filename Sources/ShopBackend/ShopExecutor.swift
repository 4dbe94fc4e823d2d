import Dispatch

/// Runs an actor's work on a thread that may block, one job at a time.
///
/// SQLite waits for disks and locks, and hashing a password takes milliseconds: neither may hold
/// up the cooperative pool.
final class ShopExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "seashell.shop")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { @Sendable in job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
