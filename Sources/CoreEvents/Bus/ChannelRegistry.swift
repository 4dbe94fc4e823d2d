public import Synchronization

/// The channels and subscriptions of a bus, which change rarely, under one lock.
///
/// Subscriptions refer to it weakly, so they do not keep the bus alive. A weak reference to the bus or to
/// a channel would slow down every post, which retains those.
@usableFromInline
final class ChannelRegistry: Sendable {
  private struct State: Sendable {
    var entries: [ObjectIdentifier: ChannelTable.Entry] = [:]
    var universal: [UniversalListener] = []
    var types: [String: any Event.Type] = [:]
  }

  private let state = Lock(State())

  init() {}

  /// The names of the types that have a channel.
  var names: [String] { state.withLock { Array($0.types.keys) } }

  /// Creates the channel of a type, unless another thread has created it meanwhile.
  ///
  /// - Returns: the channel; and the type whose events already have the same name, if there is one.
  func addChannel<E: Event>(
    _ type: E.Type, to table: borrowing ChannelTable
  ) -> (any ErasedChannel, (any Event.Type)?) {
    state.withLock { state in
      let identifier = ObjectIdentifier(type)
      if let entry = state.entries[identifier] { return (entry.channel, nil) }
      let entry = ChannelTable.Entry(type: identifier, channel: Channel<E>(state.universal))
      state.entries[identifier] = entry
      table.add(entry)
      let other = state.types[E.name]
      if other == nil { state.types[E.name] = type }
      return (entry.channel, other)
    }
  }

  func subscribe<E: Event>(
    to channel: Channel<E>, _ destination: Listener<E>.Destination
  ) -> Subscription {
    let life = SubscriptionLife()
    channel.add(Listener(life, destination))
    return Subscription(life) { [weak self] in
      self?.remove($0, from: ObjectIdentifier(E.self))
    }
  }

  func subscribeAll(
    excluding excluded: [any Event.Type], _ destination: UniversalListener.Destination
  ) -> Subscription {
    let listener = UniversalListener(
      life: SubscriptionLife(), excluded: Set(excluded.map { ObjectIdentifier($0) }),
      destination: destination)
    let former = state.withLock { state in
      state.universal.append(listener)
      return state.entries.values.map { $0.channel.add(listener) }
    }
    withExtendedLifetime(former) {}
    return Subscription(listener.life) { [weak self] in self?.removeEverywhere($0) }
  }

  private func remove(_ life: SubscriptionLife, from type: ObjectIdentifier) {
    state.withLock { $0.entries[type] }?.channel.remove(life)
  }

  /// Releases the removed listeners outside of the lock, since that may cancel other subscriptions.
  private func removeEverywhere(_ life: SubscriptionLife) {
    let (entries, former) = state.withLock { state in
      let former = state.universal
      state.universal.removeAll { $0.life === life }
      return (state.entries.values, former)
    }
    for entry in entries { entry.channel.remove(life) }
    withExtendedLifetime(former) {}
  }
}

/// The channels of a bus by type of event: a hash table that is read without a lock and only grows.
///
/// Every post looks up a channel, and most find no listeners. A program has few types of events, so the
/// table has a fixed size. Its entries are unmanaged, since an `AtomicLazyReference` takes ten times as
/// long to read; the registry, which lives as long as the table, retains them.
@usableFromInline
struct ChannelTable: ~Copyable, Sendable {
  @usableFromInline typealias Link = Atomic<Unmanaged<Entry>?>

  @usableFromInline
  final class Entry: Sendable {
    @usableFromInline let type: ObjectIdentifier
    @usableFromInline let channel: any ErasedChannel
    @usableFromInline let next = Link(nil)

    init(type: ObjectIdentifier, channel: any ErasedChannel) {
      self.type = type
      self.channel = channel
    }
  }

  @usableFromInline let chains = InlineArray<64, Link> { _ in Link(nil) }

  init() {}

  /// The channel of a type, or nil if it has not been created.
  @inlinable
  func channel(of type: ObjectIdentifier) -> (any ErasedChannel)? {
    var link = chains[Self.chain(of: type)].load(ordering: .acquiring)
    while let entry = link {
      let (found, next) = entry._withUnsafeGuaranteedRef { entry in
        entry.type == type
          ? (entry.channel, nil) : (nil, entry.next.load(ordering: .acquiring))
      }
      if let found { return found }
      link = next
    }
    return nil
  }

  /// Adds an entry at the head of its chain.
  ///
  /// The caller retains it, and calls are serialized.
  func add(_ entry: Entry) {
    let chain = Self.chain(of: entry.type)
    entry.next.store(chains[chain].load(ordering: .acquiring), ordering: .releasing)
    chains[chain].store(Unmanaged.passUnretained(entry), ordering: .releasing)
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
