@testable import CoreEvents
import Testing

@Suite struct BoundedQueueStateTests {
  typealias State = BoundedQueueState<Int, String, String>

  func isFull(_ offer: State.Offer) -> Bool { if case .full = offer { true } else { false } }

  func batch(_ taken: State.Taken) -> (elements: [Int], dropped: Int, granted: [String])? {
    if case .batch(let elements, let dropped, let granted) = taken {
      (elements, dropped, granted)
    } else {
      nil
    }
  }

  @Test func `A reserved place counts as taken`() {
    var state = State(capacity: 2, overflow: .backPressure)
    let isReserved = state.reserve()
    let offers = [
      state.offer(1, reserved: false), state.offer(2, reserved: false),
      state.offer(3, reserved: true),
    ]
    #expect(isReserved)
    #expect(offers.map(isFull) == [false, true, false])
    let taken = batch(state.take())
    #expect(taken?.elements == [1, 3])
  }

  @Test func `Taking grants places in the order of waiting, and no more than there are`() {
    var state = State(capacity: 2, overflow: .backPressure)
    _ = state.offer(1, reserved: false)
    _ = state.reserve()
    let wait = ["a", "b", "c"].enumerated().map { state.wait(publisher: $1, id: $0) }
    #expect(wait == [true, true, true])

    let taken = batch(state.take())
    #expect(taken?.granted == ["a"])
    let granted = state.cancelReservation()
    #expect(granted == ["b"])
    let overtakes = state.reserve()
    #expect(!overtakes, "c waits already")
    let removed = [state.removePublisher(2), state.removePublisher(2)]
    #expect(removed == ["c", nil])
    let finds = state.reserve()
    #expect(!finds, "a and b hold both places")
  }

  @Test func `An offer wakes all readers, and a reader waits only where there is nothing`() {
    var state = State(capacity: 2, overflow: .dropOldest)
    let wait = ["a", "b"].enumerated().map { state.wait(reader: $1, id: $0) }
    #expect(wait == [true, true])
    guard case .accepted(let woken, nil) = state.offer(1, reserved: false) else {
      Issue.record("there was room")
      return
    }
    #expect(woken == ["a", "b"])
    let waitsBesideAnElement = state.wait(reader: "c", id: 2)
    #expect(!waitsBesideAnElement)
  }

  @Test func `A displaced element is returned, for the caller to release`() {
    var state = State(capacity: 1, overflow: .dropOldest)
    _ = state.offer(1, reserved: false)
    guard case .accepted(_, let displaced) = state.offer(2, reserved: false) else {
      Issue.record("dropping the oldest always accepts")
      return
    }
    #expect(displaced == 1)
  }

  @Test func `After the end nothing is added and no task waits`() {
    var state = State(capacity: 1, overflow: .backPressure)
    _ = state.offer(1, reserved: false)
    _ = state.wait(publisher: "a", id: 1)
    let (_, publishers, elements) = state.end()
    #expect(publishers == ["a"])
    #expect(elements == [1])
    let waits = state.wait(publisher: "b", id: 2)
    #expect(!waits)
    guard case .ended = state.offer(2, reserved: true), case .ended = state.take() else {
      Issue.record("it has ended")
      return
    }
  }
}
