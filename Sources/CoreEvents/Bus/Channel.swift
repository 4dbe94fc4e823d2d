public import Synchronization

/// A ``Channel`` of any type of event.
@usableFromInline
protocol ErasedChannel: AnyObject, Sendable {
  var hasListeners: Bool { get }
  /// Adds a listener.
  ///
  /// - Returns: objects that the caller must release outside of its locks.
  func add(_ listener: UniversalListener) -> any Sendable
  func remove(_ life: SubscriptionLife)
}

/// The listeners for the events of one type, in the order of subscription.
///
/// They are an immutable snapshot. Subscribing replaces it, and a post uses the one it finds. So an event
/// reaches the subscriptions that existed when it was posted, and no lock is held while handlers run. A
/// channel is created at the first use of its type and lives as long as its bus.
@usableFromInline
final class Channel<E: Event>: ErasedChannel {
  @usableFromInline
  struct Listeners: Sendable {
    @usableFromInline var all: [Listener<E>] = []
    @usableFromInline var someOnMain = false
  }

  @usableFromInline let listeners: Lock<Listeners>
  @usableFromInline let listened: Atomic<Bool>

  init(_ universal: [UniversalListener]) {
    var all: [Listener<E>] = []
    var index = 0
    while index < universal.count {
      if let listener = Listener<E>(universal[index]) { all.append(listener) }
      index += 1
    }
    listeners = Lock(Self.snapshot(all))
    listened = Atomic(!all.isEmpty)
  }

  deinit {
    for listener in listeners.withLock({ $0.all }) {
      if case .mailbox(let queue) = listener.destination { queue.finish() }
    }
  }

  @inlinable var hasListeners: Bool { listened.load(ordering: .acquiring) }

  @inlinable var snapshot: Listeners { listeners.withLock { $0 } }

  @usableFromInline
  func add(_ listener: UniversalListener) -> any Sendable {
    change { all in
      if let listener = Listener<E>(listener) { all.append(listener) }
    }
  }

  func add(_ listener: Listener<E>) {
    _ = change { $0.append(listener) }
  }

  @usableFromInline
  func remove(_ life: SubscriptionLife) {
    _ = change { $0.removeAll { $0.life === life } }
  }

  /// Loops by index, not over the array as a sequence: looking up an array's conformances for each type
  /// of event would take a tenth of the shell's start.
  private static func snapshot(_ all: [Listener<E>]) -> Listeners {
    var someOnMain = false
    var index = 0
    while index < all.count, !someOnMain {
      if case .mainActor = all[index].destination { someOnMain = true }
      index += 1
    }
    return Listeners(all: all, someOnMain: someOnMain)
  }

  /// Replaces the snapshot.
  ///
  /// - Returns: the former listeners, to be released without a lock. Releasing a handler may cancel
  ///   another subscription.
  private func change(_ body: (inout [Listener<E>]) -> Void) -> Listeners {
    listeners.withLock { current in
      let former = current
      var all = current.all
      body(&all)
      current = Self.snapshot(all)
      listened.store(!all.isEmpty, ordering: .releasing)
      return former
    }
  }
}

/// One subscription's handler or mailbox for the events of one type.
@usableFromInline
struct Listener<E: Event>: Sendable {
  @usableFromInline
  enum Destination: Sendable {
    case posting(@Sendable (E) throws -> Void)
    case mainActor(@MainActor @Sendable (E) throws -> Void)
    case mailbox(BoundedQueue<E>)
  }

  @usableFromInline let life: SubscriptionLife
  @usableFromInline let destination: Destination

  init(_ life: SubscriptionLife, _ destination: Destination) {
    self.life = life
    self.destination = destination
  }

  /// A subscription to all events as a listener for this type, or nil if it excludes the type.
  init?(_ universal: UniversalListener) {
    guard !universal.excluded.contains(ObjectIdentifier(E.self)) else { return nil }
    life = universal.life
    destination =
      switch universal.destination {
      case .posting(let handler): .posting { try handler($0) }
      case .mainActor(let handler): .mainActor { try handler($0) }
      }
  }
}

/// One subscription's handler for the events of all types.
@usableFromInline
struct UniversalListener: Sendable {
  enum Destination: Sendable {
    case posting(@Sendable (any Event) throws -> Void)
    case mainActor(@MainActor @Sendable (any Event) throws -> Void)
  }

  let life: SubscriptionLife
  let excluded: Set<ObjectIdentifier>
  let destination: Destination
}
