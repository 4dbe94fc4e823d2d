/// An asynchronous subscription: it holds a bounded number of events, which are read in batches.
///
///     let mailbox = bus.subscribe(to: DataInserted.self, capacity: 1_000)
///     for await batch in mailbox {
///       for event in batch.events { … }
///     }
///
/// It ends when it is released or cancelled, and discards its events. When its bus is released, the
/// waiting events can still be read before it ends. Any thread may use it.
public final class Mailbox<E: Sendable>: Sendable {
  /// The events that were waiting, taken together.
  public struct Batch: Sendable {
    /// The events, oldest first.
    ///
    /// There is at least one.
    public let events: [E]

    /// How many events were dropped since the previous batch.
    ///
    /// All were older than these.
    public let dropped: Int

    @inlinable
    init(events: [E], dropped: Int) {
      self.events = events
      self.dropped = dropped
    }
  }

  @usableFromInline let queue: BoundedQueue<E>
  private let subscription: Subscription

  @usableFromInline
  init(_ queue: BoundedQueue<E>, _ subscription: Subscription) {
    self.queue = queue
    self.subscription = subscription
  }

  /// Creates a mailbox that ``offer(_:)`` fills; a full one drops its oldest element.
  ///
  /// - Parameter capacity: how many elements it can hold, at least one.
  public convenience init(capacity: Int) {
    self.init(BoundedQueue(capacity: capacity), Subscription(onCancel: {}))
  }

  deinit {
    cancel()
  }

  /// Adds an element; a mailbox that has ended discards it.
  public func offer(_ element: E) { queue.offer(element) }

  /// How many events it can hold.
  public var capacity: Int { queue.capacity }

  /// Waits for events, and takes all that are waiting.
  ///
  /// If several tasks wait, each event goes to one of them.
  ///
  /// - Returns: the batch, or nil if the mailbox has ended or the task is cancelled. A cancelled task takes
  ///   no events.
  @inlinable
  public func nextBatch() async -> Batch? {
    guard let (events, dropped) = await queue.next() else { return nil }
    return Batch(events: events, dropped: dropped)
  }

  /// Takes no more elements; those that are waiting can still be read before it ends.
  public func finish() { queue.finish() }

  /// Ends the subscription.
  ///
  /// Waiting readers get nil.
  public func cancel() {
    subscription.cancel()
    queue.end()
  }
}

extension Mailbox: AsyncSequence {
  /// Iterates over a mailbox's batches.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let mailbox: Mailbox

    /// Waits for the next batch, as ``Mailbox/nextBatch()`` does.
    public func next(isolation actor: isolated (any Actor)? = #isolation) async -> Batch? {
      await mailbox.nextBatch()
    }
  }

  /// Creates an iterator.
  ///
  /// If there are several, each event goes to one of them.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(mailbox: self)
  }
}
