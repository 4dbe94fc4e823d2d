import CoreLoop
public import Synchronization

/// A thread-safe queue of bounded capacity that is read in batches.
///
/// Continuations are resumed, and elements released, outside of the lock.
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
  /// Whether the last batch was taken without waiting for it.
  @usableFromInline let isBusy = Atomic(false)

  /// How long a reader of a busy queue lets elements gather.
  private static var gatheringTime: Duration { .microseconds(20) }

  @inlinable
  init(capacity: Int, overflow: OverflowPolicy) {
    let state = State(capacity: capacity, overflow: overflow)
    self.capacity = state.capacity
    self.overflow = overflow
    self.state = Lock(state)
  }

  /// Adds an element.
  ///
  /// A queue that has ended discards it.
  ///
  /// - Parameter reserved: whether ``reserve()`` has reserved the place.
  /// - Returns: false if the queue is full.
  @inlinable
  func offer(_ element: Element, reserved: Bool) -> Bool {
    switch state.withLock({ $0.offer(element, reserved: reserved) }) {
    case .accepted(let readers, _):
      for reader in readers { reader.resume() }
      return true
    case .full: return false
    case .ended: return true
    }
  }

  /// Takes all elements, without waiting.
  ///
  /// Returns nil if there are none.
  @inlinable
  func take() -> [Element]? {
    if case .batch(let elements, _) = takeOrEnd() { elements } else { nil }
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
      switch takeOrEnd() {
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

  /// Reserves a place for one element, and waits while the queue is full.
  ///
  /// The caller then offers an element with `reserved: true`, or cancels the reservation.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  @inlinable
  func reserve() async throws {
    if state.withLock({ $0.reserve() }) { return }
    let id = lastID.add(1, ordering: .relaxed).newValue
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A task is marked as cancelled before its handler runs. So either this sees the mark, under
        // the lock, or the handler finds the publisher waiting.
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

  /// Frees a reserved place.
  @inlinable
  func cancelReservation() {
    for publisher in state.withLock({ $0.cancelReservation() }) { publisher.resume() }
  }

  /// Accepts no more elements.
  ///
  /// Those in the queue can still be taken.
  @inlinable
  func finish() {
    let (readers, publishers) = state.withLock { $0.finish() }
    for reader in readers { reader.resume() }
    for publisher in publishers { publisher.resume() }
  }

  /// Accepts no more elements, and discards those in the queue.
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

  /// Waits until there may be an element to take.
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
