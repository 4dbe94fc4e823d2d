public import Synchronization

/// Keeps something going, such as a handler's subscription to a bus, until it is cancelled or released.
///
/// After ``cancel()`` returns, no call of a bus's handler begins, not even for an event that is being
/// delivered or is waiting for the main actor. A call that is running on another thread goes on.
public final class Subscription: Sendable {
  private let life: SubscriptionLife
  private let remove: @Sendable (SubscriptionLife) -> Void

  init(_ life: SubscriptionLife, remove: @escaping @Sendable (SubscriptionLife) -> Void) {
    self.life = life
    self.remove = remove
  }

  /// Creates a subscription to something other than a bus.
  ///
  /// - Parameter onCancel: called once, by the first ``cancel()`` or when the subscription is released.
  public convenience init(onCancel: @escaping @Sendable () -> Void) {
    self.init(SubscriptionLife()) { _ in onCancel() }
  }

  deinit {
    cancel()
  }

  /// Ends the subscription.
  ///
  /// Calling it again does nothing. Any thread may call it.
  public func cancel() {
    if life.end() { remove(life) }
  }
}

/// Whether a subscription is alive.
///
/// The subscription and its listeners on the bus share it.
@usableFromInline
final class SubscriptionLife: Sendable {
  @usableFromInline let alive = Atomic(true)

  init() {}

  @inlinable var isAlive: Bool { alive.load(ordering: .acquiring) }

  /// Ends the subscription; returns whether it was still alive.
  func end() -> Bool { alive.exchange(false, ordering: .acquiringAndReleasing) }
}
