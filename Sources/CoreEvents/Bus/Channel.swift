public import Synchronization

/// The listeners for the events of one type, in the order of subscription.
///
/// They are an immutable snapshot. Subscribing replaces it, and a post uses the one it finds. So an event
/// reaches the subscriptions that existed when it was posted, and no lock is held while handlers run. A
/// channel is created at the first use of its type and lives as long as its bus.
///
/// One class serves all event types, and so does `Listener`: generic classes took a sixth of the shell's
/// start-up time. Only a listener's closures know the type.
@usableFromInline
final class Channel: Sendable {
  @usableFromInline
  struct Listeners: Sendable {
    @usableFromInline var all: [Listener] = []
    @usableFromInline var someOnMain = false

    init(_ all: [Listener]) {
      self.all = all
      for listener in all {
        if case .mainActor = listener.destination { someOnMain = true }
      }
    }
  }

  /// The link from the bus's table, or from the previous channel in its chain, to a channel.
  @usableFromInline typealias Link = Atomic<Unmanaged<Channel>?>

  let type: any Event.Type
  @usableFromInline let id: ObjectIdentifier
  @usableFromInline let next = Link(nil)
  @usableFromInline let listeners: Lock<Listeners>
  @usableFromInline let listened: Atomic<Bool>

  init(_ type: any Event.Type, _ listeners: [Listener]) {
    self.type = type
    id = ObjectIdentifier(type)
    self.listeners = Lock(Listeners(listeners))
    listened = Atomic(!listeners.isEmpty)
  }

  deinit {
    for listener in listeners.withLock({ $0.all }) {
      if case .mailbox(let inlet) = listener.destination { inlet.finish() }
    }
  }

  @inlinable var hasListeners: Bool { listened.load(ordering: .acquiring) }

  @inlinable var snapshot: Listeners { listeners.withLock { $0 } }

  /// Adds a listener.
  ///
  /// - Returns: the former listeners, to be released without a lock. Releasing a handler may cancel
  ///   another subscription.
  func add(_ listener: Listener) -> Listeners {
    change { $0.append(listener) }
  }

  /// Removes a subscription's listener; returns the former listeners, as ``add(_:)`` does.
  func remove(_ life: SubscriptionLife) -> Listeners {
    change { $0.removeAll { $0.life === life } }
  }

  private func change(_ body: (inout [Listener]) -> Void) -> Listeners {
    listeners.withLock { current in
      let former = current
      var all = current.all
      body(&all)
      current = Listeners(all)
      listened.store(!all.isEmpty, ordering: .releasing)
      return former
    }
  }
}

/// One subscription's handler or mailbox.
@usableFromInline
struct Listener: Sendable {
  @usableFromInline
  enum Destination: Sendable {
    case posting(@Sendable (PostedEvent) throws -> Void)
    case mainActor(@MainActor @Sendable (PostedEvent) throws -> Void)
    case mailbox(MailboxInlet)
  }

  @usableFromInline let life: SubscriptionLife
  @usableFromInline let destination: Destination

  init(_ life: SubscriptionLife, _ destination: Destination) {
    self.life = life
    self.destination = destination
  }
}

/// The address of an event of any type, valid while the event is delivered.
///
/// A value of type `any Event` would be copied to the heap for each post if the event is larger than three
/// words.
@usableFromInline
struct PostedEvent {
  @usableFromInline let address: UnsafeRawPointer
  @usableFromInline let type: any Event.Type

  @inlinable
  init<E: Event>(_ address: UnsafePointer<E>) {
    self.address = UnsafeRawPointer(address)
    type = E.self
  }

  /// The event, as the type that the caller knows it has.
  @inlinable
  func value<E: Event>(of type: E.Type) -> E { address.assumingMemoryBound(to: E.self).pointee }

  @usableFromInline var value: any Event { type.value(of: self) }
}

extension Event {
  fileprivate static func value(of event: PostedEvent) -> any Event { event.value(of: self) }
}

/// The sending side of a mailbox's queue, for events of any type.
@usableFromInline
final class MailboxInlet: Sendable {
  @usableFromInline let offer: @Sendable (PostedEvent) -> Void
  @usableFromInline let finish: @Sendable () -> Void

  // Inlinable, so that the closures are compiled for the type of the event.
  @inlinable
  init<E: Event>(_ queue: BoundedQueue<E>) {
    offer = { queue.offer($0.value(of: E.self)) }
    finish = { queue.finish() }
  }
}
