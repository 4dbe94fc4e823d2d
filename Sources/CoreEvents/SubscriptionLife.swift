public import Synchronization

/// What a subscription shares with its places on the bus: whether it still lives.
@usableFromInline
final class SubscriptionLife: Sendable {
  @usableFromInline let alive = Atomic(true)

  init() {}

  @inlinable var isAlive: Bool { alive.load(ordering: .acquiring) }

  /// Ends it; says whether it had not ended before.
  func end() -> Bool { alive.exchange(false, ordering: .acquiringAndReleasing) }
}
