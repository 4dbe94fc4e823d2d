import CoreEvents
import CoreSystem
import Dispatch

struct Ticked: Event, Equatable {
  static let name = "test.ticked"
  var publisher = 0
  let number: Int
}

struct Rang: Event, Equatable {
  static let name = "test.rang"
}

struct Broken: Error, Equatable {
  let number: Int
}

/// Runs a body on several threads at once, and returns when all calls have returned.
func onThreads(_ count: Int = 1, _ body: @escaping @Sendable (Int) -> Void) {
  let running = DispatchGroup()
  for number in 0..<count {
    running.enter()
    let isStarted = BlockingThread.start {
      body(number)
      running.leave()
    }
    precondition(isStarted)
  }
  running.wait()
}
