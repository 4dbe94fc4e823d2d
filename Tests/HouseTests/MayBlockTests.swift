import Glibc
import TestSupport
import Testing

@Suite("A test that may block", .mayBlock)
struct MayBlockTests {
  /// More tasks than Swift's pool has threads.
  private static let count = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) + 8

  /// A barrier of pthreads: who waits at it blocks the thread until all have come.
  // Unchecked: pthread barriers are for several threads, and `deinit` runs after the last use.
  private final class Barrier: @unchecked Sendable {
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

    init(_ count: Int) {
      pthread_barrier_init(barrier, nil, UInt32(count))
    }

    deinit {
      pthread_barrier_destroy(barrier)
      barrier.deallocate()
    }

    func wait() {
      pthread_barrier_wait(barrier)
    }
  }

  @Test func `has a thread of its own, and each task of its groups has one`() async {
    let barrier = Barrier(Self.count + 1)
    await withTaskGroup { group in
      for _ in 0..<Self.count { group.addTask { barrier.wait() } }
      barrier.wait()
    }
  }

  @Test func `starts tasks that have threads of their own`() async throws {
    let barrier = Barrier(Self.count + 1)
    let tasks = (0..<Self.count).map { _ in BlockingExecutor.task { barrier.wait() } }
    barrier.wait()
    for task in tasks { try await task.value }
  }
}
