public import Synchronization

/// The channels of a bus by their events' type: found without a lock, only ever added to.
///
/// Looking one up is on every post's path, and most posts find that nobody listens. The table is as
/// small as the number of event types in the program, so it never needs to shrink or grow. It holds
/// its entries unmanaged, since `AtomicLazyReference` takes ten times as long to read; the registry,
/// which lives as long as the table, keeps them.
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

  /// The channel of that type, where there is one.
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

  /// Adds an entry, which the caller keeps, before those of its chain; one caller at a time.
  func add(_ entry: Entry) {
    let chain = Self.chain(of: entry.type)
    entry.next.store(chains[chain].load(ordering: .acquiring), ordering: .releasing)
    chains[chain].store(Unmanaged.passUnretained(entry), ordering: .releasing)
  }

  /// Metadata is aligned and comes in clusters, so that its lowest bits say little.
  @inlinable
  static func chain(of type: ObjectIdentifier) -> Int {
    let address = UInt(bitPattern: type)
    return Int(truncatingIfNeeded: (address >> 4) ^ (address >> 10)) & 63
  }
}
