@testable import CoreEvents
import Testing

@Suite struct BoundedQueueStateTests {
  typealias State = BoundedQueueState<Int, String>

  @Test func `An offer wakes all readers, and a reader waits only where there is nothing`() {
    var state = State(capacity: 2)
    let wait = ["a", "b"].enumerated().map { state.wait(reader: $1, id: $0) }
    #expect(wait == [true, true])
    let woken = state.offer(1).readers
    #expect(woken == ["a", "b"])
    let waitsBesideAnElement = state.wait(reader: "c", id: 2)
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
    let waits = state.wait(reader: "a", id: 1)
    #expect(!waits)
    _ = state.offer(2)
    guard case .ended = state.take() else {
      Issue.record("it has ended")
      return
    }
  }
}
