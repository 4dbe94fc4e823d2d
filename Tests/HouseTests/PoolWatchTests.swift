import Foundation
import Testing

@testable import TestSupport

/// What keeps blocking tests off Swift's pool, and finds those that are on it.
@Suite struct PoolWatchTests {
  @Test(.mayBlock) func `a pool that is free runs its task`() {
    #expect(PoolWatch.runs(within: .seconds(30)))
  }

  @Test(.mayBlock) func `a pool whose threads are all taken does not`() {
    #expect(!PoolWatch.runs(within: .milliseconds(1)) { _ in })
  }

  @Test(.mayBlock) func `the watch waits on for a pool that is only busy`() {
    #expect(
      PoolWatch.runs(within: .milliseconds(1), orBusyFor: 0) { work in
        Thread.detachNewThread {
          sched_yield()
          work()
        }
      })
  }

  @Test(.mayBlock) func `the report has a line for each thread`() {
    #expect(PoolWatch.threads().split(separator: "\n").allSatisfy { $0.contains("thread ") })
    #expect(PoolWatch.threads().split(separator: "\n").count > 1)
  }
}
