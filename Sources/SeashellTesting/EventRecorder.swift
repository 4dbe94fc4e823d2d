public import SeashellKit
import Synchronization

/// Records all events that are posted on a bus.
public final class EventRecorder: Sendable {
  private let recorded = Record<any Event>()
  private let subscription: Subscription

  /// Starts recording; the recording ends when the recorder is released.
  public init(_ bus: EventBus) {
    subscription = bus.subscribeAll { [recorded] in recorded.add($0) }
  }

  /// The events so far, in the order in which they were posted.
  public var events: [any Event] { recorded.elements }

  /// The names of the events so far.
  public var names: [String] { events.map(\.eventName) }

  /// Returns the events of one type.
  public func events<E: Event>(of type: E.Type) -> [E] { events.compactMap { $0 as? E } }
}

/// Records values in order, from any thread.
final class Record<Element: Sendable>: Sendable {
  private let all = Mutex<[Element]>([])

  /// Creates an empty record.
  init() {}

  /// The values so far.
  var elements: [Element] { all.withLock { $0 } }

  /// Adds a value.
  func add(_ element: Element) { all.withLock { $0.append(element) } }
}
