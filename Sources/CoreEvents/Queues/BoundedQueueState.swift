/// The state machine of a bounded queue.
///
/// Each transition returns the actions that its caller performs once it has released its lock.
///
/// `Reader` and `Publisher` stand for continuations. The elements and the places reserved for publishers
/// together never exceed the capacity.
@usableFromInline
struct BoundedQueueState<Element: Sendable, Reader: Sendable, Publisher: Sendable>: Sendable {
  @usableFromInline
  enum Offer: Sendable {
    /// The element was added. The caller wakes these readers and releases the displaced element.
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
  @usableFromInline var reservedCount = 0
  @usableFromInline var dropped = 0
  @usableFromInline var readers: [(id: Int, reader: Reader)] = []
  @usableFromInline var publishers: [(id: Int, publisher: Publisher)] = []

  @inlinable
  init(capacity: Int, overflow: OverflowPolicy) {
    self.overflow = overflow
    ring = Ring(capacity: capacity)
  }

  @inlinable var capacity: Int { ring.capacity }

  @inlinable var hasRoom: Bool { ring.count + reservedCount < ring.capacity }

  /// Adds an element.
  ///
  /// - Parameter isReserved: whether ``reserve()`` or a grant has reserved its place.
  @inlinable
  mutating func offer(_ element: Element, reserved isReserved: Bool) -> Offer {
    guard phase == .open else { return .ended }
    if isReserved {
      reservedCount -= 1
    } else if overflow == .backPressure, !hasRoom {
      return .full
    }
    let displaced = ring.append(element)
    if displaced != nil { dropped += 1 }
    return .accepted(waking: wakeReaders(), displacing: displaced)
  }

  /// Takes all elements.
  @inlinable
  mutating func take() -> Taken {
    if ring.isEmpty { return phase == .open ? .nothing : .ended }
    let lost = dropped
    dropped = 0
    return .batch(ring.takeAll(), dropped: lost, granting: grantPlaces())
  }

  /// Reserves a place for a publisher.
  ///
  /// - Returns: false if the queue is full or other publishers wait already.
  @inlinable
  mutating func reserve() -> Bool {
    if phase == .open {
      guard publishers.isEmpty, hasRoom else { return false }
      reservedCount += 1
    }
    return true
  }

  /// Frees a reserved place.
  @inlinable
  mutating func cancelReservation() -> [Publisher] {
    guard phase == .open else { return [] }
    reservedCount -= 1
    return grantPlaces()
  }

  /// Adds a waiting reader.
  ///
  /// - Returns: false if it need not wait.
  @inlinable
  mutating func wait(reader: Reader, id: Int) -> Bool {
    guard phase == .open, ring.isEmpty else { return false }
    readers.append((id, reader))
    return true
  }

  /// Adds a publisher that waits for a place.
  ///
  /// - Returns: false if it got a place at once.
  @inlinable
  mutating func wait(publisher: Publisher, id: Int) -> Bool {
    guard !reserve() else { return false }
    publishers.append((id, publisher))
    return true
  }

  /// Removes a waiting reader.
  ///
  /// Returns nil if it no longer waits.
  @inlinable
  mutating func removeReader(_ id: Int) -> Reader? {
    readers.firstIndex { $0.id == id }.map { readers.remove(at: $0).reader }
  }

  /// Removes a waiting publisher.
  ///
  /// Returns nil if it no longer waits.
  @inlinable
  mutating func removePublisher(_ id: Int) -> Publisher? {
    publishers.firstIndex { $0.id == id }.map { publishers.remove(at: $0).publisher }
  }

  /// Accepts no more elements.
  ///
  /// Those in the queue can still be taken.
  @inlinable
  mutating func finish() -> (readers: [Reader], publishers: [Publisher]) {
    if phase == .open { phase = .finished }
    reservedCount = 0
    defer { publishers = [] }
    return (wakeReaders(), publishers.map(\.publisher))
  }

  /// Accepts no more elements, and returns those in the queue, for the caller to release.
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
    let count = min(publishers.count, ring.capacity - ring.count - reservedCount)
    let granted = publishers.prefix(count).map(\.publisher)
    publishers.removeFirst(count)
    reservedCount += count
    return granted
  }
}
