/// Scheduled work, earliest first: a binary heap.
struct TimerHeap<Work> {
  private struct Entry {
    var time: Int64
    var number: UInt64
    var work: Work

    /// Entries with the same time keep their order.
    static func < (left: Entry, right: Entry) -> Bool {
      (left.time, left.number) < (right.time, right.number)
    }
  }

  private var entries: [Entry] = []
  private var lastNumber: UInt64 = 0

  var next: Int64? { entries.first?.time }

  /// Adds work in O(log n); returns the number to remove it by.
  mutating func add(_ work: Work, at time: Int64) -> UInt64 {
    lastNumber += 1
    entries.append(Entry(time: time, number: lastNumber, work: work))
    rise(from: entries.count - 1)
    return lastNumber
  }

  /// Removes and returns the earliest work, if it is due, in O(log n).
  mutating func takeFirst(until time: Int64) -> Work? {
    guard let first = entries.first, first.time <= time else { return nil }
    remove(at: 0)
    return first.work
  }

  /// Removes scheduled work, in O(n).
  mutating func remove(_ number: UInt64) {
    if let index = entries.firstIndex(where: { $0.number == number }) { remove(at: index) }
  }

  private mutating func remove(at index: Int) {
    entries.swapAt(index, entries.count - 1)
    entries.removeLast()
    guard index < entries.count else { return }
    sink(from: index)
    rise(from: index)
  }

  private mutating func rise(from index: Int) {
    var index = index
    while index > 0, case let parent = (index - 1) / 2, entries[index] < entries[parent] {
      entries.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func sink(from index: Int) {
    var index = index
    while true {
      var first = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < entries.count && entries[child] < entries[first] {
        first = child
      }
      guard first != index else { return }
      entries.swapAt(index, first)
      index = first
    }
  }
}
