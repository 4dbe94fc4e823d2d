import Dispatch

/// Runs an actor's jobs in order on a thread that may block, as SQLite does on disks and locks.
package final class DispatchExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Creates an executor.
  ///
  /// - Parameter label: the queue's name, for debuggers.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// Runs a job after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { @Sendable in job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
