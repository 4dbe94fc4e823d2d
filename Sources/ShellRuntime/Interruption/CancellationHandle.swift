import Synchronization

/// Cancels a task that may not exist yet, since its body can run before the task is assigned.
final class CancellationHandle: Sendable {
  private enum Target {
    case unknown(isCancelled: Bool)
    case task(@Sendable () -> Void)
  }

  private let target = Mutex(Target.unknown(isCancelled: false))

  /// Sets the function that cancels the task, and calls it if the handle was already cancelled.
  func attach(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = target.withLock { target in
      defer { target = .task(cancel) }
      guard case .unknown(let isCancelled) = target else { return false }
      return isCancelled
    }
    if isCancelled { cancel() }
  }

  /// Cancels the task, now or as soon as it is attached.
  func cancel() {
    let cancel = target.withLock { target -> (@Sendable () -> Void)? in
      if case .task(let cancel) = target { return cancel }
      target = .unknown(isCancelled: true)
      return nil
    }
    cancel?()
  }
}
