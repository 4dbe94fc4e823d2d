import CoreLoop
import Synchronization

/// Counts operations in flight, and waits until there are none.
final class InFlightCounter: Sendable {
  private struct State {
    var count = 0
    var waiters: [Waiter<Void, any Error>] = []
  }

  private let state = Mutex(State())

  var isZero: Bool { state.withLock { $0.count == 0 } }

  func enter() {
    state.withLock { $0.count += 1 }
  }

  func leave() {
    let waiters = state.withLock { state -> [Waiter<Void, any Error>] in
      state.count -= 1
      guard state.count == 0 else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.settle() }
  }

  /// Waits until nothing is in flight; returns false after the time `bound`.
  func waitUntilZero(within bound: Duration, clock: any Clock<Duration>) async -> Bool {
    let waiter = Waiter<Void, any Error>()
    let isZero = state.withLock { state in
      if state.count > 0 { state.waiters.append(waiter) }
      return state.count == 0
    }
    if isZero { return true }
    return await waiter.hasValue(within: bound, on: clock)
  }
}
