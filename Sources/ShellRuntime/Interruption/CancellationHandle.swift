import Synchronization

/// A task that is cancelled perhaps before it is known: its body runs while it is made.
final class CancellationHandle: Sendable {
  private enum State {
    case waiting(isCancelled: Bool)
    case running(@Sendable () -> Void)
  }

  private let state = Mutex(State.waiting(isCancelled: false))

  func begin(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      defer { state = .running(cancel) }
      guard case .waiting(let isCancelled) = state else { return false }
      return isCancelled
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let cancel = state.withLock { state -> (@Sendable () -> Void)? in
      if case .running(let cancel) = state { return cancel }
      state = .waiting(isCancelled: true)
      return nil
    }
    cancel?()
  }
}
