import Testing

@testable import CoreLoop

@Suite struct TimerHeapTests {
  @Test func `timers fire by time, and timers of the same time in the order of creation`() {
    var heap = TimerHeap<String>()
    var random = SystemRandomNumberGenerator()
    let times = (0..<200).map { _ in Int64.random(in: 0..<40, using: &random) }
    for (index, time) in times.enumerated() { _ = heap.add("\(time) \(index)", at: time) }
    let sorted = times.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
    for (index, time) in sorted {
      #expect(heap.next == time)
      #expect(heap.takeFirst(until: time - 1) == nil)
      #expect(heap.takeFirst(until: time) == "\(time) \(index)")
    }
    #expect(heap.next == nil)
    #expect(heap.takeFirst(until: .max) == nil)
  }

  @Test func `a removed timer does not fire`() {
    var heap = TimerHeap<Int>()
    let numbers = (0..<100).map { heap.add($0, at: Int64(($0 * 37) % 100)) }
    for index in stride(from: 0, to: 100, by: 3) { heap.remove(numbers[index]) }
    heap.remove(numbers[0])
    heap.remove(10_000)
    var taken: [Int] = []
    while let work = heap.takeFirst(until: .max) { taken.append(work) }
    let expected = (0..<100).filter { $0 % 3 != 0 }.sorted { ($0 * 37) % 100 < ($1 * 37) % 100 }
    #expect(taken == expected)
  }
}
