public import Synchronization

/// Who listens to the events of one type, whichever type it is.
@usableFromInline
protocol ErasedChannel: AnyObject, Sendable {
  var isHeard: Bool { get }
  /// Adds a listener and returns what the caller is to let go of once its locks are released.
  func add(_ listener: UniversalListener) -> any Sendable
  func remove(_ lifeline: SubscriptionLife)
}

/// Who listens to the events of one type, in the order of subscribing.
///
/// The listeners are an immutable snapshot: subscribing replaces it, posting holds on to the one it
/// found. So an event reaches those who had subscribed when it was posted, and no lock is held while
/// they are called. A channel is made at the first use of its type and lives as long as its bus.
@usableFromInline
final class Channel<E: Event>: ErasedChannel {
  @usableFromInline
  struct Listeners: Sendable {
    @usableFromInline var all: [Listener<E>] = []
    @usableFromInline var someOnMain = false
  }

  @usableFromInline let listeners: Lock<Listeners>
  @usableFromInline let heard: Atomic<Bool>

  init(_ universal: [UniversalListener]) {
    var all: [Listener<E>] = []
    var index = 0
    while index < universal.count {
      if let listener = Listener<E>(universal[index]) { all.append(listener) }
      index += 1
    }
    listeners = Lock(Self.snapshot(all))
    heard = Atomic(!all.isEmpty)
  }

  deinit {
    for listener in listeners.withLock({ $0.all }) {
      if case .mailbox(let queue) = listener.destination { queue.finish() }
    }
  }

  @inlinable var isHeard: Bool { heard.load(ordering: .acquiring) }

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
  func remove(_ lifeline: SubscriptionLife) {
    _ = change { $0.removeAll { $0.lifeline === lifeline } }
  }

  /// Looks at the listeners one by one, without the conformances of an array of a generic type:
  /// looking up each of these for each type of event would take a tenth of the shell's start.
  private static func snapshot(_ all: [Listener<E>]) -> Listeners {
    var someOnMain = false
    var index = 0
    while index < all.count, !someOnMain {
      if case .mainActor = all[index].destination { someOnMain = true }
      index += 1
    }
    return Listeners(all: all, someOnMain: someOnMain)
  }

  /// Returns the former listeners, to be let go of without a lock: a handler that goes may release
  /// what cancels another subscription.
  private func change(_ body: (inout [Listener<E>]) -> Void) -> Listeners {
    listeners.withLock { current in
      let former = current
      var all = current.all
      body(&all)
      current = Self.snapshot(all)
      heard.store(!all.isEmpty, ordering: .releasing)
      return former
    }
  }
}
