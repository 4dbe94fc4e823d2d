extension EventBus {
  /// Calls a handler for every event of a type, on the thread that posts it.
  ///
  /// The handler runs concurrently with itself when several threads post. It should be brief: the
  /// publisher waits for it.
  ///
  /// - Returns: What keeps the subscription; releasing it ends it.
  public func subscribe<E: Event>(
    to type: E.Type, _ handler: @escaping @Sendable (E) throws -> Void
  ) -> Subscription {
    registry.subscribe(to: channel(type), .posting(handler))
  }

  /// Calls a handler on the main actor for every event of a type.
  ///
  /// It has run before `post` returns when the post is made on the main actor, and otherwise by the
  /// next ``deliverPending()``.
  ///
  /// - Returns: What keeps the subscription; releasing it ends it.
  public func subscribeOnMain<E: Event>(
    to type: E.Type, _ handler: @escaping @MainActor @Sendable (E) throws -> Void
  ) -> Subscription {
    registry.subscribe(to: channel(type), .mainActor(handler))
  }

  /// Collects the events of a type in a mailbox, to be read asynchronously.
  ///
  /// - Parameters:
  ///   - type: The type of the events.
  ///   - capacity: How many may wait in it, at least one.
  ///   - overflow: What becomes of one that finds it full.
  /// - Returns: The mailbox; releasing it ends the subscription.
  public func subscribe<E: Event>(
    to type: E.Type, capacity: Int, overflow: OverflowPolicy
  ) -> Mailbox<E> {
    let queue = BoundedQueue<E>(capacity: capacity, overflow: overflow)
    return Mailbox(queue, registry.subscribe(to: channel(type), .mailbox(queue)))
  }

  /// Calls a handler for every event of any type, on the thread that posts it.
  ///
  /// - Parameters:
  ///   - excluded: Types to leave out. They do not count as listened to by this subscription.
  ///   - handler: What is called.
  /// - Returns: What keeps the subscription; releasing it ends it.
  public func subscribeAll(
    excluding excluded: [any Event.Type] = [],
    _ handler: @escaping @Sendable (any Event) throws -> Void
  ) -> Subscription {
    registry.subscribeAll(excluding: excluded, .posting(handler))
  }

  /// Calls a handler on the main actor for every event of any type.
  ///
  /// - Parameters:
  ///   - excluded: Types to leave out. They do not count as listened to by this subscription.
  ///   - handler: What is called.
  /// - Returns: What keeps the subscription; releasing it ends it.
  public func subscribeAllOnMain(
    excluding excluded: [any Event.Type] = [],
    _ handler: @escaping @MainActor @Sendable (any Event) throws -> Void
  ) -> Subscription {
    registry.subscribeAll(excluding: excluded, .mainActor(handler))
  }

  /// Collects every event of any type in a mailbox, to be read asynchronously.
  ///
  /// - Parameter capacity: How many may wait in it, at least one; the oldest makes room for one more.
  /// - Returns: The mailbox; releasing it ends the subscription.
  public func subscribeAll(capacity: Int) -> Mailbox<EventLog.Entry> {
    let queue = BoundedQueue<EventLog.Entry>(capacity: capacity, overflow: .dropOldest)
    return Mailbox(
      queue, subscribeAll { event in _ = queue.offer(EventLog.Entry(event), promised: false) })
  }

  /// The channel of a type, made where there is none yet.
  @inlinable
  func channel<E: Event>(_ type: E.Type) -> Channel<E> {
    let channel = table.channel(of: ObjectIdentifier(type))
    return unsafeDowncast(channel ?? registry.addChannel(type, to: table), to: Channel<E>.self)
  }
}
