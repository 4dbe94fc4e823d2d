import Dispatch
import Synchronization

/// What was posted off the main actor for handlers that are on it.
final class MainActorQueue: Sendable {
  typealias Delivery = @MainActor @Sendable (EventBus) -> Void

  private let queue = BoundedQueue<Delivery>(
    capacity: EventBus.waitingCapacity, overflow: .backPressure)
  private let filled = Atomic(false)
  private let wakeUpIsOnItsWay = Atomic(false)

  /// Whether anything may be in it: one atomic load.
  var isFilled: Bool { filled.load(ordering: .acquiring) }

  func reserve() async throws { try await queue.reserve() }

  func giveBack() { queue.giveBack() }

  /// Lays a delivery down and sees to it that the main actor wakes up; false where it is full.
  func offer(promised: Bool, to bus: EventBus, _ delivery: @escaping Delivery) -> Bool {
    guard queue.offer(delivery, promised: promised) else { return false }
    filled.store(true, ordering: .releasing)
    if !wakeUpIsOnItsWay.exchange(true, ordering: .acquiringAndReleasing) {
      DispatchQueue.main.async { @Sendable in
        // Before it looks, so that whoever comes after the look sends another.
        _ = self.wakeUpIsOnItsWay.exchange(false, ordering: .acquiringAndReleasing)
        MainActor.assumeIsolated { bus.deliverPending() }
      }
    }
    return true
  }

  @MainActor func takeAll() -> [Delivery] {
    filled.store(false, ordering: .releasing)
    return queue.take() ?? []
  }
}
