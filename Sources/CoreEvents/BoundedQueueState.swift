/// The rules of a bounded queue, without lock or clock: every transition returns what is to be
/// done once the lock around it is released.
///
/// `Reader` and `Publisher` stand for continuations. The queue never holds more than its capacity,
/// counting the places that have been promised to publishers.
@usableFromInline
struct BoundedQueueState<Element: Sendable, Reader: Sendable, Publisher: Sendable>: Sendable {
  @usableFromInline
  enum Offer: Sendable {
    /// It is in; these readers are to be woken and that element is to be let go of.
    case accepted(waking: [Reader], displacing: Element?)
    case full
    case ended
  }

  @usableFromInline
  enum Taken: Sendable {
    case batch([Element], dropped: Int, granting: [Publisher])
    case nothing
    case ended
  }

  @usableFromInline
  enum Phase: Sendable { case open, finished, ended }

  @usableFromInline let overflow: OverflowPolicy
  @usableFromInline var phase = Phase.open
  @usableFromInline var ring: Ring<Element>
  @usableFromInline var promised = 0
  @usableFromInline var dropped = 0
  @usableFromInline var readers: [(id: Int, reader: Reader)] = []
  @usableFromInline var publishers: [(id: Int, publisher: Publisher)] = []

  @inlinable
  init(capacity: Int, overflow: OverflowPolicy) {
    self.overflow = overflow
    ring = Ring(capacity: capacity)
  }

  @inlinable var capacity: Int { ring.capacity }

  @inlinable var hasRoom: Bool { ring.count + promised < ring.capacity }

  /// Puts an element in; `promised` says that ``reserve()`` or a grant has kept a place for it.
  @inlinable
  mutating func offer(_ element: Element, promised isPromised: Bool) -> Offer {
    guard phase == .open else { return .ended }
    if isPromised {
      promised -= 1
    } else if overflow == .backPressure, !hasRoom {
      return .full
    }
    let displaced = ring.append(element)
    if displaced != nil { dropped += 1 }
    return .accepted(waking: wakeReaders(), displacing: displaced)
  }

  /// Takes all there is.
  @inlinable
  mutating func take() -> Taken {
    if ring.isEmpty { return phase == .open ? .nothing : .ended }
    let lost = dropped
    dropped = 0
    return .batch(ring.takeAll(), dropped: lost, granting: grantPlaces())
  }

  /// Keeps a place for a publisher; false where there is none now, or others wait already.
  @inlinable
  mutating func reserve() -> Bool {
    if phase == .open {
      guard publishers.isEmpty, hasRoom else { return false }
      promised += 1
    }
    return true
  }

  /// Gives a promised place back.
  @inlinable
  mutating func giveBack() -> [Publisher] {
    guard phase == .open else { return [] }
    promised -= 1
    return grantPlaces()
  }

  /// Lets a reader wait; false where there is no reason to.
  @inlinable
  mutating func wait(reader: Reader, id: Int) -> Bool {
    guard phase == .open, ring.isEmpty else { return false }
    readers.append((id, reader))
    return true
  }

  /// Lets a publisher wait for a place; false where it has been given one at once.
  @inlinable
  mutating func wait(publisher: Publisher, id: Int) -> Bool {
    guard !reserve() else { return false }
    publishers.append((id, publisher))
    return true
  }

  /// Removes a waiting reader; nil where it waits no more.
  @inlinable
  mutating func removeReader(_ id: Int) -> Reader? {
    readers.firstIndex { $0.id == id }.map { readers.remove(at: $0).reader }
  }

  /// Removes a waiting publisher; nil where it waits no more.
  @inlinable
  mutating func removePublisher(_ id: Int) -> Publisher? {
    publishers.firstIndex { $0.id == id }.map { publishers.remove(at: $0).publisher }
  }

  /// Lets nothing more in: what is in stays to be taken.
  @inlinable
  mutating func finish() -> (readers: [Reader], publishers: [Publisher]) {
    if phase == .open { phase = .finished }
    promised = 0
    defer { publishers = [] }
    return (wakeReaders(), publishers.map(\.publisher))
  }

  /// Lets nothing more in or out, and returns what is to be let go of.
  @inlinable
  mutating func end() -> (readers: [Reader], publishers: [Publisher], elements: [Element]) {
    let waiting = finish()
    phase = .ended
    return (waiting.readers, waiting.publishers, ring.takeAll())
  }

  @inlinable
  mutating func wakeReaders() -> [Reader] {
    if readers.isEmpty { return [] }
    defer { readers = [] }
    return readers.map(\.reader)
  }

  @inlinable
  mutating func grantPlaces() -> [Publisher] {
    if publishers.isEmpty { return [] }
    let count = min(publishers.count, ring.capacity - ring.count - promised)
    let granted = publishers.prefix(count).map(\.publisher)
    publishers.removeFirst(count)
    promised += count
    return granted
  }
}
