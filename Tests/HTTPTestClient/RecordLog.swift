import Synchronization
package import WebServer

/// The records of a server's access log.
package final class RecordLog: Sendable {
  private struct State {
    var records: [AccessRecord] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func add(_ record: AccessRecord) {
    let ready = state.withLock { state in
      state.records.append(record)
      let count = state.records.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }
    }
    for waiter in ready { waiter.continuation.resume() }
  }

  /// Waits for at least `count` records, and returns all.
  package func records(_ count: Int) async -> [AccessRecord] {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.records.count < count { state.waiting.append((count, continuation)) }
        return state.records.count >= count
      }
      if isReady { continuation.resume() }
    }
    return state.withLock { $0.records }
  }
}
