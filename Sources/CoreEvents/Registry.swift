/// Who has subscribed on a bus: what changes seldom, under one lock.
///
/// Subscriptions refer to it weakly, so that a bus can go while they are kept; a weak reference to the
/// bus or to a channel would slow down every post, which retains those.
@usableFromInline
final class Registry: Sendable {
  private struct State: Sendable {
    var entries: [ObjectIdentifier: ChannelTable.Entry] = [:]
    var universal: [UniversalListener] = []
  }

  private let state = Lock(State())

  init() {}

  /// Makes the channel of a type that the table does not know; returns it if it does by now.
  @usableFromInline
  func addChannel<E: Event>(_ type: E.Type, to table: borrowing ChannelTable) -> any ErasedChannel {
    state.withLock { state in
      let identifier = ObjectIdentifier(type)
      if let entry = state.entries[identifier] { return entry.channel }
      let entry = ChannelTable.Entry(type: identifier, channel: Channel<E>(state.universal))
      state.entries[identifier] = entry
      table.add(entry)
      return entry.channel
    }
  }

  func subscribe<E: Event>(
    to channel: Channel<E>, _ destination: Listener<E>.Destination
  ) -> Subscription {
    let lifeline = SubscriptionLife()
    channel.add(Listener(lifeline, destination))
    return Subscription(lifeline) { [weak self] in self?.remove($0, from: ObjectIdentifier(E.self))
    }
  }

  func subscribeAll(
    excluding excluded: [any Event.Type], _ destination: UniversalListener.Destination
  ) -> Subscription {
    let listener = UniversalListener(
      lifeline: SubscriptionLife(), excluded: Set(excluded.map { ObjectIdentifier($0) }),
      destination: destination)
    let former = state.withLock { state in
      state.universal.append(listener)
      return state.entries.values.map { $0.channel.add(listener) }
    }
    withExtendedLifetime(former) {}
    return Subscription(listener.lifeline) { [weak self] in self?.removeEverywhere($0) }
  }

  private func remove(_ lifeline: SubscriptionLife, from type: ObjectIdentifier) {
    state.withLock { $0.entries[type] }?.channel.remove(lifeline)
  }

  /// The listeners that go are released after the lock, since that may cancel further subscriptions.
  private func removeEverywhere(_ lifeline: SubscriptionLife) {
    let (entries, former) = state.withLock { state in
      let former = state.universal
      state.universal.removeAll { $0.lifeline === lifeline }
      return (state.entries.values, former)
    }
    for entry in entries { entry.channel.remove(lifeline) }
    withExtendedLifetime(former) {}
  }
}
