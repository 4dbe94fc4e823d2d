import Foundation
package import Testing

/// Runs tasks on threads of their own, so that they may block.
///
/// Swift's pool has one thread for each core, so a test that blocks one may stop all others.
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

/// Runs each test of a suite on threads of its own, off Swift's pool.
///
/// Use it for tests that wait for a process, a socket, a disk or a lock.
package struct MayBlock: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    PoolWatch.start()
    try await BlockingExecutor.run { try await function() }
  }
}

extension Trait where Self == MayBlock {
  /// Runs each test of a suite on threads of its own.
  package static var mayBlock: Self { MayBlock() }
}
