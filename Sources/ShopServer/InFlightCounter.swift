import Synchronization

/// Counts what is under way, so that one can wait until nothing is.
final class InFlightCounter: Sendable {
  private struct State {
    var count = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state = Mutex(State())

  /// Counts something that begins.
  func enter() {
    state.withLock { $0.count += 1 }
  }

  /// Counts something that has ended.
  func leave() {
    let woken = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
      state.count -= 1
      guard state.count == 0 else { return [] }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in woken { waiter.resume(returning: true) }
  }

  /// Whether nothing is under way.
  var isZero: Bool { state.withLock { $0.count == 0 } }

  /// Waits until nothing is under way.
  ///
  /// - Parameters:
  ///   - bound: how long at most.
  ///   - clock: what the bound goes by.
  /// - Returns: whether it came to that.
  func becomesZero(within bound: Duration, by clock: any Clock<Duration>) async -> Bool {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    var timer: Task<Void, any Error>?
    defer { timer?.cancel() }
    return await withCheckedContinuation { continuation in
      let isZero = state.withLock { state in
        if state.count > 0 { state.waiters[id] = continuation }
        return state.count == 0
      }
      guard !isZero else { return continuation.resume(returning: true) }
      // Not before the waiter is there: a bound that is over at once would not find him.
      timer = Task {
        try await clock.sleep(for: bound)
        expire(id)
      }
    }
  }

  private func expire(_ id: Int) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: false)
  }
}
