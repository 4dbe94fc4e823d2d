import Foundation

/// Runs a task on threads of its own, so that the task may block.
///
/// Swift's pool has one thread for each core. A test that blocks one of them, for instance on a lock
/// that it releases itself later, can stop every other test.
package struct BlockingExecutor: Sendable {
  private final class Threads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private static let threads = Threads()

  /// Runs a body, and the tasks of its task groups, on threads that may block.
  package static func run<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    try await withTaskExecutorPreference(threads, operation: body)
  }

  /// Starts a task on threads that may block; the caller owns it.
  package static func task<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) -> Task<Result, any Error> {
    Task(executorPreference: threads) { try body() }
  }
}
