import Glibc

/// The latest events on a bus, with their times.
///
/// It records until it is released, and drops the oldest events beyond its capacity. Any thread may read it.
public final class EventLog: Sendable {
  /// An event, with the time at which it was posted.
  public struct Entry: Sendable {
    /// Seconds since 1970-01-01 00:00 UTC, by the system's clock.
    public let time: Double

    /// The event.
    public let event: any Event

    /// The name of the event's type.
    public var name: String { event.eventName }

    /// Creates the entry of an event that is posted now, or was posted at a time.
    public init(_ event: any Event, at time: Double? = nil) {
      self.time = time ?? EventLog.now()
      self.event = event
    }
  }

  private let ring: LockedRing
  private let subscription: Subscription

  /// Starts recording.
  ///
  /// - Parameters:
  ///   - bus: the bus to subscribe to.
  ///   - capacity: how many events to keep.
  ///   - excluded: types not to record, such as very frequent ones.
  public init(bus: EventBus, capacity: Int = 1_000, excluding excluded: [any Event.Type] = []) {
    let ring = LockedRing(capacity: capacity)
    self.ring = ring
    subscription = bus.subscribeAll(excluding: excluded) { event in
      ring.append(Entry(event))
    }
  }

  /// The recorded events, oldest first.
  public var entries: [Entry] { ring.entries }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Retained by the handler, which must not retain the log itself.
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
