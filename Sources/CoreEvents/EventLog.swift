import Glibc

/// The latest events on a bus, with their times.
///
/// It listens for as long as it is kept, and holds a bounded number of events.
public final class EventLog: Sendable {
  /// An event and when it was posted.
  public struct Entry: Sendable {
    /// Seconds since 1970-01-01 00:00 UTC, by the system's clock.
    public let time: Double

    /// The event.
    public let event: any Event

    /// The event's name.
    public var name: String { event.eventName }

    /// An event that is posted now.
    init(_ event: any Event) {
      time = EventLog.now()
      self.event = event
    }
  }

  private let ring: LockedRing
  private let subscription: Subscription

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - bus: Where to listen.
  ///   - capacity: How many events it holds; one more displaces the oldest.
  ///   - excluded: Types to leave out, such as those that come by the million.
  public init(bus: EventBus, capacity: Int = 1_000, excluding excluded: [any Event.Type] = []) {
    let ring = LockedRing(capacity: capacity)
    self.ring = ring
    subscription = bus.subscribeAll(excluding: excluded) { event in
      ring.append(Entry(event))
    }
  }

  /// The events it holds, the oldest first.
  public var entries: [Entry] { ring.entries }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What the handler holds, so that it does not keep the log itself.
  private final class LockedRing: Sendable {
    private let ring: Lock<Ring<Entry>>

    init(capacity: Int) {
      ring = Lock(Ring(capacity: capacity))
    }

    var entries: [Entry] { ring.withLock { $0.elements } }

    func append(_ entry: Entry) {
      let displaced = ring.withLock { $0.append(entry) }
      withExtendedLifetime(displaced) {}
    }
  }
}
