@testable import CoreEvents
import Testing

@Suite struct BoundedQueueStateTests {
  private final class Reader: Sendable {}
  private typealias State = BoundedQueueState<Int, Reader>

  @Test func `An offer wakes all readers, and a reader waits only where there is nothing`() {
    var state = State(capacity: 2)
    let readers = [Reader(), Reader(), Reader()]
    let wait = readers.map { state.wait(reader: $0) }
    #expect(wait == [true, true, true])
    state.remove(readers[1])
    let woken = state.offer(1).readers
    #expect(woken.count == 2 && woken[0] === readers[0] && woken[1] === readers[2])
    let waitsBesideAnElement = state.wait(reader: Reader())
    #expect(!waitsBesideAnElement)
  }

  @Test func `A displaced element is returned, for the caller to release`() {
    var state = State(capacity: 1)
    _ = state.offer(1)
    let displaced = state.offer(2).displaced
    #expect(displaced == 1)
  }

  @Test func `After the end nothing is added and no task waits`() {
    var state = State(capacity: 1)
    _ = state.offer(1)
    let (_, elements) = state.end()
    #expect(elements == [1])
    let waits = state.wait(reader: Reader())
    #expect(!waits)
    _ = state.offer(2)
    guard case .ended = state.take() else {
      Issue.record("it has ended")
      return
    }
  }
}
