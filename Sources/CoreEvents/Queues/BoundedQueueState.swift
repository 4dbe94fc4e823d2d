/// The state machine of a bounded queue.
///
/// Each transition returns the actions that its caller performs once it has released its lock.
///
/// `Reader` stands for a waiter.
@usableFromInline
struct BoundedQueueState<Element: Sendable, Reader: AnyObject & Sendable>: Sendable {
  @usableFromInline
  enum Taken: Sendable {
    case batch([Element], dropped: Int)
    case nothing
    case ended
  }

  @usableFromInline
  enum Phase: Sendable { case open, finished, ended }

  @usableFromInline var phase = Phase.open
  @usableFromInline var ring: Ring<Element>
  @usableFromInline var dropped = 0
  @usableFromInline var readers: [Reader] = []

  @inlinable
  init(capacity: Int) {
    ring = Ring(capacity: capacity)
  }

  @inlinable var capacity: Int { ring.capacity }

  /// Adds an element; a queue that has ended discards it.
  ///
  /// - Returns: the readers to wake, and the displaced element, for the caller to release.
  @inlinable
  mutating func offer(_ element: Element) -> (readers: [Reader], displaced: Element?) {
    guard phase == .open else { return ([], nil) }
    let displaced = ring.append(element)
    if displaced != nil { dropped += 1 }
    return (wakeReaders(), displaced)
  }

  @inlinable
  mutating func take() -> Taken {
    if ring.isEmpty { return phase == .open ? .nothing : .ended }
    let lost = dropped
    dropped = 0
    return .batch(ring.takeAll(), dropped: lost)
  }

  /// Adds a waiting reader.
  ///
  /// - Returns: false if it need not wait.
  @inlinable
  mutating func wait(reader: Reader) -> Bool {
    guard phase == .open, ring.isEmpty else { return false }
    readers.append(reader)
    return true
  }

  /// Removes a reader, if it still waits.
  @inlinable
  mutating func remove(_ reader: Reader) {
    readers.removeAll { $0 === reader }
  }

  /// Accepts no more elements, and returns the readers to wake.
  ///
  /// Those in the queue can still be taken.
  @inlinable
  mutating func finish() -> [Reader] {
    if phase == .open { phase = .finished }
    return wakeReaders()
  }

  /// Accepts no more elements, and returns those in the queue, for the caller to release.
  @inlinable
  mutating func end() -> (readers: [Reader], elements: [Element]) {
    let waiting = finish()
    phase = .ended
    return (waiting, ring.takeAll())
  }

  @inlinable
  mutating func wakeReaders() -> [Reader] {
    if readers.isEmpty { return [] }
    defer { readers = [] }
    return readers
  }
}
