public import Synchronization

/// A queue between threads that never holds more than its capacity and is emptied in batches.
///
/// Continuations are resumed, and elements let go of, after the lock is released.
@usableFromInline
final class BoundedQueue<Element: Sendable>: Sendable {
  @usableFromInline
  typealias State = BoundedQueueState<
    Element, CheckedContinuation<Void, Never>, CheckedContinuation<Void, any Error>
  >

  @usableFromInline let capacity: Int
  @usableFromInline let overflow: OverflowPolicy
  @usableFromInline let state: Lock<State>
  @usableFromInline let lastID = Atomic(0)

  @inlinable
  init(capacity: Int, overflow: OverflowPolicy) {
    let state = State(capacity: capacity, overflow: overflow)
    self.capacity = state.capacity
    self.overflow = overflow
    self.state = Lock(state)
  }

  /// Puts an element in; false where it found no room.
  ///
  /// One that has ended takes it and forgets it.
  @inlinable
  func offer(_ element: Element, promised: Bool) -> Bool {
    switch state.withLock({ $0.offer(element, promised: promised) }) {
    case .accepted(let readers, _):
      for reader in readers { reader.resume() }
      return true
    case .full: return false
    case .ended: return true
    }
  }

  /// Takes all there is, without waiting; nil where that is nothing.
  @inlinable
  func take() -> [Element]? {
    if case .batch(let elements, _) = takeOrEnd() { elements } else { nil }
  }

  /// Waits for elements and takes them all, with how many were dropped before them; nil when the
  /// queue has ended or the task is cancelled.
  @inlinable
  func next() async -> (elements: [Element], dropped: Int)? {
    // A reader that keeps up would be put to sleep and woken for every single event, which takes far
    // longer than delivering it: it gives the publishers one turn before it sleeps.
    var hasYielded = false
    while !Task.isCancelled {
      switch takeOrEnd() {
      case .batch(let elements, let dropped): return (elements, dropped)
      case .ended: return nil
      case .nothing where !hasYielded:
        hasYielded = true
        await Task.yield()
      case .nothing: await arrival()
      }
    }
    return nil
  }

  /// Keeps a place for one element, which is then offered as promised or given back.
  ///
  /// - Throws: `CancellationError` when the task is cancelled while it waits.
  @inlinable
  func reserve() async throws {
    if state.withLock({ $0.reserve() }) { return }
    let id = lastID.add(1, ordering: .relaxed).newValue
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A task is marked as cancelled before its handler runs. So either the mark is seen here,
        // under the lock, or the handler finds the publisher waiting.
        let waits: Bool? = state.withLock {
          Task.isCancelled ? nil : $0.wait(publisher: continuation, id: id)
        }
        switch waits {
        case nil: continuation.resume(throwing: CancellationError())
        case false?: continuation.resume()
        case true?: break
        }
      }
    } onCancel: {
      state.withLock { $0.removePublisher(id) }?.resume(throwing: CancellationError())
    }
  }

  /// Gives a place back that was kept and is not needed.
  @inlinable
  func giveBack() {
    for publisher in state.withLock({ $0.giveBack() }) { publisher.resume() }
  }

  /// Lets nothing more in; what is in it can still be taken.
  @inlinable
  func finish() {
    let (readers, publishers) = state.withLock { $0.finish() }
    for reader in readers { reader.resume() }
    for publisher in publishers { publisher.resume() }
  }

  /// Lets nothing more in or out.
  @inlinable
  func end() {
    let (readers, publishers, _) = state.withLock { $0.end() }
    for reader in readers { reader.resume() }
    for publisher in publishers { publisher.resume() }
  }

  @usableFromInline
  enum Outcome {
    case batch([Element], dropped: Int)
    case nothing
    case ended
  }

  @inlinable
  func takeOrEnd() -> Outcome {
    switch state.withLock({ $0.take() }) {
    case .batch(let elements, let dropped, let publishers):
      for publisher in publishers { publisher.resume() }
      return .batch(elements, dropped: dropped)
    case .nothing: return .nothing
    case .ended: return .ended
    }
  }

  /// Waits until there may be something to take.
  @inlinable
  func arrival() async {
    let id = lastID.add(1, ordering: .relaxed).newValue
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock {
          !Task.isCancelled && $0.wait(reader: continuation, id: id)
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.removeReader(id) }?.resume()
    }
  }
}
