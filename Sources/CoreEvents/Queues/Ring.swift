/// A ring buffer: beyond its capacity, each new element displaces the oldest.
///
/// It is only read as a whole, so it needs no empty places. It grows like an array until it is full, and
/// wraps around only then.
@usableFromInline
struct Ring<Element: Sendable>: Sendable {
  @usableFromInline let capacity: Int
  @usableFromInline var storage: [Element] = []
  @usableFromInline var oldest = 0

  @inlinable
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  @inlinable var isEmpty: Bool { storage.isEmpty }

  /// The elements, oldest first.
  ///
  /// Complexity: O(1) until the ring has wrapped around, O(*n*) after.
  @inlinable var elements: [Element] {
    oldest == 0 ? storage : Array(storage[oldest...] + storage[..<oldest])
  }

  /// Adds an element, and returns the displaced one, which the caller can release outside its lock.
  ///
  /// Complexity: O(1) on average.
  @inlinable
  mutating func append(_ element: Element) -> Element? {
    if storage.count < capacity {
      // Batches are often small: allocate for all of one at once.
      if storage.isEmpty { storage.reserveCapacity(min(capacity, 16)) }
      storage.append(element)
      return nil
    }
    let displaced = storage[oldest]
    storage[oldest] = element
    oldest = oldest + 1 == capacity ? 0 : oldest + 1
    return displaced
  }

  /// Removes all elements and returns them, oldest first.
  @inlinable
  mutating func takeAll() -> [Element] {
    let all = elements
    storage = []
    oldest = 0
    return all
  }
}
