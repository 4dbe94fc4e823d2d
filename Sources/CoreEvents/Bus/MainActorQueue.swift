import CoreLoop
import Synchronization

/// The deliveries that other threads have posted for handlers on the main actor.
///
/// `Bus` is ``EventBus``: each delivery gets the bus as its argument, so that the queue, which the bus
/// owns, does not retain it.
final class MainActorQueue<Bus: Sendable>: Sendable {
  typealias Delivery = @MainActor @Sendable (Bus) -> Void

  private let queue: BoundedQueue<Delivery>
  private let deliverPending: Delivery
  private let filled = Atomic(false)
  private let isWakeUpScheduled = Atomic(false)

  /// - Parameter deliverPending: called on the main actor when it is idle and deliveries wait.
  init(capacity: Int, deliverPending: @escaping Delivery) {
    queue = BoundedQueue(capacity: capacity, overflow: .backPressure)
    self.deliverPending = deliverPending
  }

  /// Whether the queue may contain deliveries: one atomic load.
  var isFilled: Bool { filled.load(ordering: .acquiring) }

  func reserve() async throws { try await queue.reserve() }

  func cancelReservation() { queue.cancelReservation() }

  /// Adds a delivery and wakes the main actor.
  ///
  /// - Returns: false if the queue is full.
  func offer(reserved: Bool, to bus: Bus, _ delivery: @escaping Delivery) -> Bool {
    guard queue.offer(delivery, reserved: reserved) else { return false }
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
    return queue.take() ?? []
  }
}
