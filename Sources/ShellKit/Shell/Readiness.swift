import Dispatch
import Glibc
import Synchronization

/// Waits for a descriptor without holding a thread of the cooperative pool.
enum Readiness {
  /// Whether a read would return at once.
  static func isReadable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// Waits until a read would return at once.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  static func wait(for descriptor: Int32) async throws {
    let waiter = Waiter()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.begin(descriptor, continuation)
      }
    } onCancel: {
      waiter.end()
    }
    try Task.checkCancellation()
  }

  /// One wait: ended once, by the descriptor or by the task's cancelling.
  private final class Waiter: Sendable {
    private enum State {
      case idle
      case waiting(any DispatchSourceRead)
      case ended
    }

    private let state = Mutex(State.idle)

    func begin(_ descriptor: Int32, _ continuation: CheckedContinuation<Void, Never>) {
      let hasEnded = state.withLock { state in
        if case .ended = state { return true }
        let source = DispatchSource.makeReadSource(
          fileDescriptor: descriptor, queue: DispatchQueue(label: "seashell.input"))
        source.setEventHandler { @Sendable in self.end() }
        // Only now may the descriptor be closed, and its number be given to another.
        source.setCancelHandler { @Sendable in continuation.resume() }
        source.activate()
        state = .waiting(source)
        return false
      }
      if hasEnded { continuation.resume() }
    }

    func end() {
      let previous = state.withLock { state in
        defer { state = .ended }
        return state
      }
      if case .waiting(let source) = previous { source.cancel() }
    }
  }
}
