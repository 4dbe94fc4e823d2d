/// The latest elements, up to a capacity: one more displaces the oldest.
///
/// It is read as a whole, never element by element, so it needs no empty places: it grows like an
/// array until it is full and is written around only then.
@usableFromInline
struct Ring<Element: Sendable>: Sendable {
  @usableFromInline let capacity: Int
  @usableFromInline var storage: [Element] = []
  @usableFromInline var oldest = 0

  @inlinable
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  @inlinable var count: Int { storage.count }

  @inlinable var isEmpty: Bool { storage.isEmpty }

  /// The elements, the oldest first.
  ///
  /// Complexity: O(1) until the ring was full, O(*n*) since.
  @inlinable var elements: [Element] {
    oldest == 0 ? storage : Array(storage[oldest...] + storage[..<oldest])
  }

  /// Adds an element and returns the one it displaced.
  ///
  /// A caller can so let go of that one outside its lock. Complexity: O(1) on average.
  @inlinable
  mutating func append(_ element: Element) -> Element? {
    if storage.count < capacity {
      // Batches are often small: one allocation for all their elements, not one after another.
      if storage.isEmpty { storage.reserveCapacity(min(capacity, 16)) }
      storage.append(element)
      return nil
    }
    let displaced = storage[oldest]
    storage[oldest] = element
    oldest = oldest + 1 == capacity ? 0 : oldest + 1
    return displaced
  }

  /// Empties the ring and returns what was in it, the oldest first.
  @inlinable
  mutating func takeAll() -> [Element] {
    let all = elements
    storage = []
    oldest = 0
    return all
  }
}
