import Synchronization

/// A counter; tasks can wait until it reaches a number.
final class Milestone: Sendable {
  private struct State {
    var count = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }

  /// Increments the counter.
  func pass() {
    let reached = state.withLock { state in
      state.count += 1
      let reached = state.watchers.filter { $0.count <= state.count }
      state.watchers.removeAll { $0.count <= state.count }
      return reached
    }
    for watcher in reached { watcher.continuation.resume() }
  }

  /// Waits until the counter has reached a number.
  func reached(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.count < count { state.watchers.append((count, continuation)) }
        return state.count >= count
      }
      if isReached { continuation.resume() }
    }
  }
}
