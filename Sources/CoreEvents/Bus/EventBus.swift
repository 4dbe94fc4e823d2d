import Glibc

/// Delivers events to the handlers and mailboxes that have subscribed to their type.
///
/// **Threads.** Any thread may post, subscribe and cancel. ``post(_:)`` never waits. A nonisolated handler
/// runs on the posting thread, and runs concurrently with itself if several threads post. A main-actor
/// handler has run before `post` returns if the post is made on the main actor, also from synchronous
/// code that runs there. If the post is made elsewhere, the event is queued, and `deliverPending()` or
/// the idle main actor delivers it.
///
/// **Order.** Handlers run in the order of subscription; for a post made off the main actor, main-actor
/// handlers run after all others. Each subscriber gets one publisher's events in the order in which they
/// were posted. Events that a handler posts are delivered after the current event, before the outermost
/// `post` returns (breadth first).
///
/// **Recipients.** An event reaches the subscriptions that existed when it was posted and have not been
/// cancelled since.
///
/// **Errors.** An error that a handler throws goes to the bus's failure handler. The publisher and other
/// handlers are not affected.
///
/// **Names.** If two types of events have one name, the failure handler gets an ``EventNameTaken`` when
/// the second one is first posted or subscribed to. Both are delivered, each to its own subscribers.
///
/// **Bounds.** At most ``waitingCapacity`` events wait for the main actor, and as many for the current
/// delivery on a thread to end. The next one is not delivered there, and the failure handler gets an
/// ``EventOverflow``.
public final class EventBus: Sendable {
  /// How many events can wait for the main actor, or for the current delivery to end.
  public static let waitingCapacity = 16_384

  @usableFromInline let table = ChannelTable()
  @usableFromInline let registry = ChannelRegistry()
  let mainQueue = MainActorQueue<EventBus>(capacity: EventBus.waitingCapacity) {
    $0.deliverPending()
  }
  @usableFromInline let onFailure: @Sendable (any Error, any Event) -> Void

  /// Creates a bus without subscribers.
  ///
  /// - Parameter onFailure: called with each error of a handler and its event, on the handler's thread.
  public init(onFailure: @escaping @Sendable (any Error, any Event) -> Void) {
    self.onFailure = onFailure
  }

  /// Creates a bus that reports errors of handlers on standard error, by the types of event and error.
  public convenience init() {
    self.init { error, event in
      let line = "\(Self.report(error, of: event))\n"
      _ = line.utf8.withContiguousStorageIfAvailable {
        write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
    }
  }

  /// Returns the line that reports an error to the user, without the event's content.
  ///
  /// - Parameter message: what went wrong; by default, the type of the error.
  package static func report(
    _ error: any Error, of event: any Event, message: String? = nil
  ) -> String {
    if let error = error as? EventNameTaken { return error.description }
    let message = message ?? String(reflecting: type(of: error))
    return "a handler of '\(event.eventName)' failed: \(message)"
  }

  /// Whether events of a type have subscribers, including subscribers to all events.
  ///
  /// Complexity: O(1), a few nanoseconds.
  @inlinable
  public func hasSubscribers<E: Event>(for type: E.Type) -> Bool {
    channel(type).hasListeners
  }

  /// The types that were posted or subscribed to so far.
  package var knownTypes: [any Event.Type] { registry.types }

  /// Delivers an event to all subscribers of its type, without waiting.
  @inlinable
  public func post<E: Event>(_ event: E) {
    let channel = channel(E.self)
    guard channel.hasListeners else { return }
    deliverInTurn(event, to: channel.snapshot)
  }

  /// Creates and posts an event if its type has subscribers.
  ///
  /// Without subscribers it takes a few nanoseconds, so it suits code that runs often.
  @inlinable
  public func post<E: Event>(ifSubscribed type: E.Type, _ make: () -> E) {
    guard hasSubscribers(for: type) else { return }
    post(make())
  }

  /// The channel of a type, which is created at its first use.
  @inlinable
  func channel<E: Event>(_ type: E.Type) -> Channel {
    table.channel(of: ObjectIdentifier(type)) ?? addChannel(type)
  }

  /// Creates the channel of a type, and reports another type whose events have the same name.
  @usableFromInline
  func addChannel(_ type: any Event.Type) -> Channel {
    let (channel, other) = registry.addChannel(type, to: table)
    if let other {
      onFailure(EventNameTaken(other, type), DynamicEvent(eventName: type.name))
    }
    return channel
  }
}

/// Two types of events have the same name, so that handlers of one do not get the other.
///
/// It happens if a module declares an event again instead of importing the target that has it.
public struct EventNameTaken: Error, Equatable, CustomStringConvertible {
  /// The name.
  public let name: String

  /// The two types, with their modules.
  public let types: [String]

  init(_ first: any Event.Type, _ second: any Event.Type) {
    name = second.name
    types = [String(reflecting: first), String(reflecting: second)]
  }

  /// The name, both types, and what follows from it.
  public var description: String {
    "two types of events are named '\(name)', \(types.joined(separator: " and "));"
      + " handlers of one do not get the other"
  }
}
