public import SeashellKit
import Synchronization

/// Records all events that are posted on a bus.
public final class EventRecorder: Sendable {
  private let recorded: Recorded
  private let subscription: Subscription

  /// Starts recording; the recording ends when the recorder is released.
  public init(_ bus: EventBus) {
    let recorded = Recorded()
    self.recorded = recorded
    subscription = bus.subscribeAll { event in recorded.events.withLock { $0.append(event) } }
  }

  /// The events so far, in the order in which they were posted.
  public var events: [any Event] { recorded.events.withLock { $0 } }

  /// The names of the events so far.
  public var names: [String] { events.map(\.eventName) }

  /// Returns the events of one type.
  public func events<E: Event>(of type: E.Type) -> [E] { events.compactMap { $0 as? E } }

  private final class Recorded: Sendable {
    let events = Mutex<[any Event]>([])
  }
}
