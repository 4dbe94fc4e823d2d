/// An asynchronous subscription: events wait in it, up to a bound, and are taken in batches.
///
///     let mailbox = bus.subscribe(to: DataInserted.self, capacity: 1_000, overflow: .dropOldest)
///     for await batch in mailbox {
///       for event in batch.events { … }
///     }
///
/// It ends when it is released or cancelled; what still waits in it is then forgotten. When its bus
/// is released, what waits can still be read, and then it ends.
public final class Mailbox<E: Sendable>: Sendable {
  /// All the events that waited when they were taken.
  public struct Batch: Sendable {
    /// The events, the oldest first; never none.
    public let events: [E]

    /// How many events were dropped since the batch before, all of them older than these.
    public let dropped: Int

    @inlinable
    init(events: [E], dropped: Int) {
      self.events = events
      self.dropped = dropped
    }
  }

  @usableFromInline let queue: BoundedQueue<E>
  private let subscription: Subscription

  init(_ queue: BoundedQueue<E>, _ subscription: Subscription) {
    self.queue = queue
    self.subscription = subscription
  }

  deinit {
    cancel()
  }

  /// How many events it holds at most.
  public var capacity: Int { queue.capacity }

  /// Waits for events and takes all there are.
  ///
  /// Several tasks may wait; each event goes to one of them.
  ///
  /// - Returns: The batch, or nil when the mailbox has ended or the waiting task is cancelled; a
  ///   cancelled task leaves the events where they are.
  @inlinable
  public func nextBatch() async -> Batch? {
    guard let (events, dropped) = await queue.next() else { return nil }
    return Batch(events: events, dropped: dropped)
  }

  /// Ends the subscription, wakes its readers and lets the publishers go on that wait for room.
  public func cancel() {
    subscription.cancel()
    queue.end()
  }
}

extension Mailbox: AsyncSequence {
  /// Takes a mailbox's batches one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let mailbox: Mailbox

    /// Waits for the next batch; nil as for ``Mailbox/nextBatch()``.
    public func next(isolation actor: isolated (any Actor)? = #isolation) async -> Batch? {
      await mailbox.nextBatch()
    }
  }

  /// Makes an iterator; several share the events among them.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(mailbox: self)
  }
}
