import Glibc

/// Where modules meet: who has something to tell posts an event, who cares subscribes to its type.
///
/// Posting works from any thread and never waits. Handlers are called in the order of subscribing.
/// One that is not isolated runs on the posting thread, and runs concurrently with itself when
/// several threads post. One of the main actor has run before `post` returns when the post is made
/// on the main actor, directly or from synchronous code that runs there; posted elsewhere, the event
/// waits and is delivered by ``deliverPending()`` or as soon as the main actor is idle. So a post
/// made elsewhere calls the main actor's handlers after the others.
///
/// An event reaches those who had subscribed when it was posted and have not cancelled since. What a
/// handler posts is delivered after the event at hand, breadth first, before the outermost `post`
/// returns. Everyone hears one publisher's events in the order in which it posted them. What a
/// handler throws goes to the failure handler and to nobody else.
///
/// Nothing here grows without bound: at most ``waitingCapacity`` events wait for the main actor, and
/// as many for the delivery at hand to end. One more is not delivered there, and the failure handler
/// is given an ``EventOverflow`` with it.
public final class EventBus: Sendable {
  /// How many events may wait for the main actor, or for the delivery at hand to end.
  public static let waitingCapacity = 16_384

  @usableFromInline let table = ChannelTable()
  @usableFromInline let registry = Registry()
  let mainQueue = MainActorQueue()
  @usableFromInline let onFailure: @Sendable (any Error, any Event) -> Void

  /// Makes a bus on which nobody listens yet.
  ///
  /// - Parameter onFailure: Given what a handler threw and the event, on the thread where it was
  ///   called.
  public init(onFailure: @escaping @Sendable (any Error, any Event) -> Void) {
    self.onFailure = onFailure
  }

  /// Makes a bus that tells of failures on standard error: the types of event and error, no more.
  public convenience init() {
    self.init { error, event in
      let line = "a listener to \(type(of: event).name) failed with \(type(of: error))\n"
      _ = line.utf8.withContiguousStorageIfAvailable {
        write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
    }
  }

  /// Whether anyone listens to events of that type, a subscription to everything included.
  ///
  /// Complexity: O(1), a few nanoseconds.
  @inlinable
  public func hasSubscribers<E: Event>(for type: E.Type) -> Bool {
    channel(type).isHeard
  }

  /// Tells an event to all who listen to its type.
  @inlinable
  public func post<E: Event>(_ event: E) {
    let channel = channel(E.self)
    guard channel.isHeard else { return }
    deliverInTurn(event, to: channel.snapshot, with: Reservations())
  }

  /// Makes and posts an event if anyone listens to its type.
  ///
  /// Where nobody does it costs a few nanoseconds, so it suits the busiest places.
  @inlinable
  public func post<E: Event>(ifHeard type: E.Type, _ make: () -> E) {
    guard hasSubscribers(for: type) else { return }
    post(make())
  }
}
