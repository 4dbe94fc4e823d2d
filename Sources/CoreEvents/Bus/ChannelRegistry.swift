public import Synchronization

/// The channels and subscriptions of a bus, which change rarely, under one lock.
///
/// Subscriptions refer to it weakly, so they do not keep the bus alive. A weak reference to the bus or to
/// a channel would slow down every post, which retains those.
@usableFromInline
final class ChannelRegistry: Sendable {
  private struct State: Sendable {
    var channels: [Channel] = []
    var universal: [UniversalListener] = []
  }

  private let state = Lock(State())

  init() {}

  /// The types that have a channel.
  var types: [any Event.Type] { state.withLock { $0.channels.map(\.type) } }

  /// Creates the channel of a type, unless another thread has created it meanwhile.
  ///
  /// - Returns: the channel, and another type whose events already have the same name, if any.
  func addChannel(
    _ type: any Event.Type, to table: borrowing ChannelTable
  ) -> (Channel, (any Event.Type)?) {
    let id = ObjectIdentifier(type)
    let name = type.name
    return state.withLock { state in
      var other: (any Event.Type)?
      for channel in state.channels {
        if channel.id == id { return (channel, nil) }
        if other == nil, channel.type.name == name { other = channel.type }
      }
      var listeners: [Listener] = []
      for universal in state.universal where !universal.excluded.contains(id) {
        listeners.append(universal.listener)
      }
      let channel = Channel(type, listeners)
      state.channels.append(channel)
      table.add(channel)
      return (channel, other)
    }
  }

  @usableFromInline
  func subscribe(to channel: Channel, _ destination: Listener.Destination) -> Subscription {
    let life = SubscriptionLife()
    _ = channel.add(Listener(life, destination))
    let type = channel.id
    return Subscription(life) { [weak self] in self?.remove($0, from: type) }
  }

  func subscribeAll(
    excluding excluded: [any Event.Type], _ destination: Listener.Destination
  ) -> Subscription {
    let listener = Listener(SubscriptionLife(), destination)
    let universal = UniversalListener(
      listener: listener, excluded: excluded.map { ObjectIdentifier($0) })
    let former = state.withLock { state in
      state.universal.append(universal)
      return state.channels.map { universal.excluded.contains($0.id) ? nil : $0.add(listener) }
    }
    withExtendedLifetime(former) {}
    return Subscription(listener.life) { [weak self] in self?.removeEverywhere($0) }
  }

  private func remove(_ life: SubscriptionLife, from type: ObjectIdentifier) {
    _ = state.withLock { $0.channels.first { $0.id == type } }?.remove(life)
  }

  /// Releases the removed listeners outside of the lock, since that may cancel other subscriptions.
  private func removeEverywhere(_ life: SubscriptionLife) {
    let (channels, former) = state.withLock { state in
      let former = state.universal
      state.universal.removeAll { $0.listener.life === life }
      return (state.channels, former)
    }
    for channel in channels { _ = channel.remove(life) }
    withExtendedLifetime(former) {}
  }
}

/// One subscription's handler for the events of all types but some.
private struct UniversalListener: Sendable {
  let listener: Listener
  let excluded: [ObjectIdentifier]
}

/// The channels of a bus by type of event: a hash table that is read without a lock and only grows.
///
/// Every post looks up a channel, and most find no listeners. A program has few types of events, so the
/// table has a fixed size. Its channels are unmanaged, since an `AtomicLazyReference` takes ten times as
/// long to read; the registry, which lives as long as the table, retains them.
@usableFromInline
struct ChannelTable: ~Copyable, Sendable {
  @usableFromInline let chains = InlineArray<64, Channel.Link> { _ in Channel.Link(nil) }

  init() {}

  /// The channel of a type, or nil if it has not been created.
  @inlinable
  func channel(of type: ObjectIdentifier) -> Channel? {
    var link = chains[Self.chain(of: type)].load(ordering: .acquiring)
    while let unmanaged = link {
      let (found, next) = unmanaged._withUnsafeGuaranteedRef { channel in
        channel.id == type
          ? (channel, nil) : (nil, channel.next.load(ordering: .acquiring))
      }
      if let found { return found }
      link = next
    }
    return nil
  }

  /// Adds a channel at the head of its chain.
  ///
  /// The caller retains it, and calls are serialized.
  func add(_ channel: Channel) {
    let chain = Self.chain(of: channel.id)
    channel.next.store(chains[chain].load(ordering: .acquiring), ordering: .releasing)
    chains[chain].store(Unmanaged.passUnretained(channel), ordering: .releasing)
  }

  /// Hashes a type.
  ///
  /// Metadata is aligned and clustered, so the lowest bits of its address vary little.
  @inlinable
  static func chain(of type: ObjectIdentifier) -> Int {
    let address = UInt(bitPattern: type)
    return Int(truncatingIfNeeded: (address >> 4) ^ (address >> 10)) & 63
  }
}
