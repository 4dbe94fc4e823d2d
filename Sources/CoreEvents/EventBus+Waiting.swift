/// The places that were kept for an event before it was posted.
@usableFromInline
struct Reservations: Sendable {
  @usableFromInline var mailboxes = false
  @usableFromInline var mainActor = false

  @inlinable init() {}
}

extension EventBus {
  /// Tells an event to all who listen to its type, and suspends while it finds anything full.
  ///
  /// It waits for room in every mailbox with ``OverflowPolicy/backPressure`` and, off the main actor,
  /// among the events that wait for the main actor. Publishers get room in the order of asking.
  ///
  /// - Throws: `CancellationError` when the task is cancelled while it waits; nobody has then seen the
  ///   event.
  @inlinable
  public func postWaiting<E: Event>(_ event: E) async throws {
    let channel = channel(E.self)
    guard channel.isHeard else { return }
    let listeners = channel.snapshot
    let promises = try await reserve(in: listeners)
    deliverInTurn(event, to: listeners, with: promises)
  }

  /// Keeps a place for an event wherever it may find none.
  ///
  /// Everyone reserves in the order of subscribing, and with the main actor last, so that two
  /// publishers never wait for each other.
  @inlinable
  func reserve<E: Event>(in listeners: Channel<E>.Listeners) async throws -> Reservations {
    var kept: [BoundedQueue<E>] = []
    var promises = Reservations()
    do {
      for listener in listeners.all {
        guard case .mailbox(let queue) = listener.destination, queue.overflow == .backPressure
        else { continue }
        try await queue.reserve()
        kept.append(queue)
      }
      promises.mailboxes = !kept.isEmpty
      if listeners.someOnMain {
        promises.mainActor = try await reserveOnMain()
      }
    } catch {
      for queue in kept { queue.giveBack() }
      throw error
    }
    return promises
  }

  /// Keeps a place among what waits for the main actor; false where nothing needs to wait.
  @usableFromInline
  func reserveOnMain() async throws -> Bool {
    if MainQueueMark.isHere { return false }
    try await mainQueue.reserve()
    return true
  }

  func giveBack<E: Event>(_ promises: Reservations, in listeners: Channel<E>.Listeners) {
    if promises.mailboxes {
      for case .mailbox(let queue) in listeners.all.lazy.map(\.destination)
      where queue.overflow == .backPressure {
        queue.giveBack()
      }
    }
    if promises.mainActor { mainQueue.giveBack() }
  }
}
