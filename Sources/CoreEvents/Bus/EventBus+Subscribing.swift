extension EventBus {
  /// Calls a handler for each event of a type, on the thread that posts it.
  ///
  /// The handler runs concurrently with itself if several threads post. `post` returns after the handler,
  /// so the handler should be brief.
  ///
  /// - Returns: the subscription. Releasing it ends it.
  @inlinable
  public func subscribe<E: Event>(
    to type: E.Type, _ handler: @escaping @Sendable (E) throws -> Void
  ) -> Subscription {
    registry.subscribe(to: channel(type), .posting { try handler($0.value(of: E.self)) })
  }

  /// Calls a handler on the main actor for each event of a type.
  ///
  /// If the post is made on the main actor, the handler has run before `post` returns. Otherwise it runs
  /// at the next `deliverPending()` or when the main actor is idle.
  ///
  /// - Returns: the subscription. Releasing it ends it.
  @inlinable
  public func subscribeOnMain<E: Event>(
    to type: E.Type, _ handler: @escaping @MainActor @Sendable (E) throws -> Void
  ) -> Subscription {
    registry.subscribe(to: channel(type), .mainActor { try handler($0.value(of: E.self)) })
  }

  /// Collects the events of a type in a mailbox, to read asynchronously.
  ///
  /// - Parameters:
  ///   - type: the type of the events.
  ///   - capacity: how many events the mailbox can hold, at least one. A full mailbox drops the oldest.
  /// - Returns: the mailbox. Releasing it ends the subscription.
  @inlinable
  public func subscribe<E: Event>(to type: E.Type, capacity: Int) -> Mailbox<E> {
    let queue = BoundedQueue<E>(capacity: capacity)
    return Mailbox(queue, registry.subscribe(to: channel(type), .mailbox(MailboxInlet(queue))))
  }

  /// Calls a handler for each event of every type, on the thread that posts it.
  ///
  /// - Parameters:
  ///   - excluded: types to exclude. ``hasSubscribers(for:)`` does not count this subscription for them.
  ///   - handler: the function to call.
  /// - Returns: the subscription. Releasing it ends it.
  public func subscribeAll(
    excluding excluded: [any Event.Type] = [],
    _ handler: @escaping @Sendable (any Event) throws -> Void
  ) -> Subscription {
    registry.subscribeAll(excluding: excluded, .posting { try handler($0.value) })
  }

  /// Calls a handler on the main actor for each event of every type.
  ///
  /// - Parameters:
  ///   - excluded: types to exclude. ``hasSubscribers(for:)`` does not count this subscription for them.
  ///   - handler: the function to call.
  /// - Returns: the subscription. Releasing it ends it.
  public func subscribeAllOnMain(
    excluding excluded: [any Event.Type] = [],
    _ handler: @escaping @MainActor @Sendable (any Event) throws -> Void
  ) -> Subscription {
    registry.subscribeAll(excluding: excluded, .mainActor { try handler($0.value) })
  }

  /// Collects the events of every type in a mailbox, to read asynchronously.
  ///
  /// - Parameters:
  ///   - capacity: how many events the mailbox can hold, at least one. A full mailbox drops the oldest.
  ///   - excluded: types to exclude. ``hasSubscribers(for:)`` does not count this subscription for them.
  ///   - isWanted: decides whether the mailbox takes an event. It is called on the thread that posts the
  ///     event, so it should be quick.
  /// - Returns: the mailbox. Releasing it ends the subscription.
  package func subscribeAll(
    capacity: Int, excluding excluded: [any Event.Type] = [],
    where isWanted: @escaping @Sendable (any Event) -> Bool = { _ in true }
  ) -> Mailbox<EventLog.Entry> {
    let queue = BoundedQueue<EventLog.Entry>(capacity: capacity)
    let subscription = subscribeAll(excluding: excluded) { event in
      if isWanted(event) { queue.offer(EventLog.Entry(event)) }
    }
    return Mailbox(queue, subscription)
  }
}
