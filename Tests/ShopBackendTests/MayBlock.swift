import SeashellTesting
import Testing

/// Keeps tests off Swift's pool: they use SQLite, which waits for disks and locks.
struct MayBlock: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await BlockingExecutor.run { try await function() }
  }
}

extension Trait where Self == MayBlock {
  /// Runs each test of a suite on threads of its own.
  static var mayBlock: Self { MayBlock() }
}
