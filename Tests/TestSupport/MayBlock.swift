package import Testing

/// Runs each test of a suite on threads of its own, off Swift's pool: for tests that wait for a process,
/// a socket, a disk or a lock.
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
