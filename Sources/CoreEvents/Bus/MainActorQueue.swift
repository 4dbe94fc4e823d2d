import CoreLoop
import Synchronization

/// The deliveries that other threads have posted for handlers on the main actor.
///
/// `Bus` is ``EventBus``: each delivery gets the bus as its argument, so that the queue, which the bus
/// owns, does not retain it.
final class MainActorQueue<Bus: Sendable>: Sendable {
  typealias Delivery = @MainActor @Sendable (Bus) -> Void

  private let capacity: Int
  private let waiting = Lock<[Delivery]>([])
  private let deliverPending: Delivery
  private let filled = Atomic(false)
  private let isWakeUpScheduled = Atomic(false)

  /// - Parameter deliverPending: called on the main actor when it is idle and deliveries wait.
  init(capacity: Int, deliverPending: @escaping Delivery) {
    self.capacity = capacity
    self.deliverPending = deliverPending
  }

  /// Whether the queue may contain deliveries: one atomic load.
  var isFilled: Bool { filled.load(ordering: .acquiring) }

  /// Adds a delivery and wakes the main actor.
  ///
  /// - Returns: false if the queue is full.
  func offer(to bus: Bus, _ delivery: @escaping Delivery) -> Bool {
    let isQueued = waiting.withLock { waiting in
      guard waiting.count < capacity else { return false }
      waiting.append(delivery)
      return true
    }
    guard isQueued else { return false }
    filled.store(true, ordering: .releasing)
    if !isWakeUpScheduled.exchange(true, ordering: .acquiringAndReleasing) {
      MainLoop.shared.post {
        // Before looking into the queue: what is added after the look schedules another wake-up.
        _ = self.isWakeUpScheduled.exchange(false, ordering: .acquiringAndReleasing)
        self.deliverPending(bus)
      }
    }
    return true
  }

  @MainActor func takeAll() -> [Delivery] {
    filled.store(false, ordering: .releasing)
    return waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
