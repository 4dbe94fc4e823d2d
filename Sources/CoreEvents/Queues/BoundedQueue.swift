public import CoreLoop
public import Synchronization

/// A thread-safe queue of bounded capacity that is read in batches: a full one drops its oldest element.
///
/// Readers are woken, and elements released, outside of the lock.
@usableFromInline
final class BoundedQueue<Element: Sendable>: Sendable {
  @usableFromInline
  typealias State = BoundedQueueState<Element, Waiter<Void, Never>>

  @usableFromInline let capacity: Int
  @usableFromInline let state: Lock<State>
  /// Whether the last batch was taken without waiting for it.
  @usableFromInline let isBusy = Atomic(false)

  /// How long a reader of a busy queue waits for more elements to arrive.
  private static var gatheringTime: Duration { .microseconds(20) }

  @inlinable
  init(capacity: Int) {
    let state = State(capacity: capacity)
    self.capacity = state.capacity
    self.state = Lock(state)
  }

  /// Adds an element.
  ///
  /// A queue that has ended discards it.
  @inlinable
  func offer(_ element: Element) {
    let (readers, _) = state.withLock { $0.offer(element) }
    for reader in readers { reader.settle() }
  }

  /// Waits for elements, and takes all of them.
  ///
  /// - Returns: the elements and how many were dropped before them, or nil if the queue has ended or the
  ///   task is cancelled.
  @inlinable
  func next() async -> (elements: [Element], dropped: Int)? {
    // A fast reader would be suspended and resumed for each event, which takes far longer than the
    // delivery. So it yields to the publishers once before it suspends.
    var (hasYielded, hasWaited) = (false, false)
    while !Task.isCancelled {
      switch state.withLock({ $0.take() }) {
      case .batch(let elements, let dropped):
        isBusy.store(!hasWaited, ordering: .relaxed)
        return (elements, dropped)
      case .ended: return nil
      case .nothing where !hasYielded:
        hasYielded = true
        if isBusy.load(ordering: .relaxed) { letElementsGather() }
        await Task.yield()
      case .nothing:
        hasWaited = true
        await arrival()
      }
    }
    return nil
  }

  /// Waits for some microseconds, unless on the main thread.
  ///
  /// A reader that looked again at once, on another core, would take one or two elements at a time, and
  /// keep the publishers waiting for the lock.
  @usableFromInline
  func letElementsGather() {
    guard !MainLoop.isCurrent else { return }
    let end = ContinuousClock.now + Self.gatheringTime
    while ContinuousClock.now < end {}
  }

  /// Accepts no more elements.
  ///
  /// Those in the queue can still be taken.
  @inlinable
  func finish() {
    for reader in state.withLock({ $0.finish() }) { reader.settle() }
  }

  @inlinable
  func end() {
    let (readers, _) = state.withLock { $0.end() }
    for reader in readers { reader.settle() }
  }

  /// Waits until there may be an element to take.
  @inlinable
  func arrival() async {
    let reader = Waiter<Void, Never>()
    guard state.withLock({ $0.wait(reader: reader) }) else { return }
    await withTaskCancellationHandler {
      await reader.value()
    } onCancel: {
      state.withLock { $0.remove(reader) }
      reader.settle()
    }
  }
}
