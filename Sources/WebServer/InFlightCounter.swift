import Synchronization

/// Counts operations in flight, and waits until there are none.
final class InFlightCounter: Sendable {
  private struct State {
    var count = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state = Mutex(State())

  var isZero: Bool { state.withLock { $0.count == 0 } }

  func enter() {
    state.withLock { $0.count += 1 }
  }

  func leave() {
    let woken = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
      state.count -= 1
      guard state.count == 0 else { return [] }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in woken { waiter.resume(returning: true) }
  }

  /// Waits until nothing is in flight; returns false after the time `bound`.
  func waitUntilZero(within bound: Duration, clock: any Clock<Duration>) async -> Bool {
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
      // The timer starts after the waiter is registered, since it may fire at once.
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
