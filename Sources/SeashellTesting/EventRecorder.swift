public import SeashellKit
import Synchronization

/// Keeps every event that is posted on a bus.
public final class EventRecorder: Sendable {
  private let recorded: Recorded
  private let subscription: Subscription

  /// Begins to listen.
  public init(_ bus: EventBus) {
    let recorded = Recorded()
    self.recorded = recorded
    subscription = bus.subscribeAll { event in recorded.events.withLock { $0.append(event) } }
  }

  /// The events so far, in the order in which they were posted.
  public var events: [any Event] { recorded.events.withLock { $0 } }

  /// Their names.
  public var names: [String] { events.map(\.eventName) }

  /// The events of one type.
  public func events<E: Event>(of type: E.Type) -> [E] { events.compactMap { $0 as? E } }

  private final class Recorded: Sendable {
    let events = Mutex<[any Event]>([])
  }
}
