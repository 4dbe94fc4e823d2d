/// A promise to go on hearing events, for as long as it is kept.
///
/// It ends when it is released or cancelled. From then on its handler is not called any more, not
/// even for an event that is being delivered at this moment or that still waits for the main actor;
/// a call already running on another thread is not interrupted.
public final class Subscription: Sendable {
  private let lifeline: SubscriptionLife
  private let remove: @Sendable (SubscriptionLife) -> Void

  init(_ lifeline: SubscriptionLife, remove: @escaping @Sendable (SubscriptionLife) -> Void) {
    self.lifeline = lifeline
    self.remove = remove
  }

  deinit {
    cancel()
  }

  /// Ends the subscription; a second time does nothing.
  public func cancel() {
    if lifeline.end() { remove(lifeline) }
  }
}
