import CoreSystem
import Synchronization

/// Runs slow work, such as encoding a large list or reading a disk, off the main thread, and waits for it.
///
/// At most four bodies run at a time; others wait their turn. Cancelling the task does not interrupt a body.
///
/// - Parameter body: the work; it may block.
/// - Returns: what the body returns.
/// - Throws: what the body throws.
public func offMain<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  let result = Waiter<Value, any Error>()
  LongWork.run { result.settle(Result(catching: body)) }
  return try await result.value()
}

/// Runs slow work off the main thread.
///
/// - Parameter body: the work; it may block.
/// - Returns: what the body returns.
public func offMain<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  let result = Waiter<Value, Never>()
  LongWork.run { result.settle(.success(body())) }
  return await result.value()
}

/// The threads for slow work: at most four, which end when there is none.
package enum LongWork {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var threads = 0
  }

  private static let mostThreads = 4
  private static let state = Mutex(State())

  /// Runs a body as soon as a thread is free.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    let starts = state.withLock { state in
      state.waiting.append(body)
      guard state.threads < mostThreads else { return false }
      state.threads += 1
      return true
    }
    // A broken connection inside a C library must not raise SIGPIPE, and signals have a thread.
    if starts, !BlockingThread.start(receivesSignals: false, work) { BlockingThread.run(work) }
  }

  @Sendable private static func work() {
    while true {
      let body: (@Sendable () -> Void)? = state.withLock { state in
        guard !state.waiting.isEmpty else {
          state.threads -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let body else { return }
      body()
    }
  }
}
