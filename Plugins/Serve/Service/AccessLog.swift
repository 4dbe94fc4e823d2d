import SeashellKit
import Synchronization
import WebServer

/// Buffers log records, so that the server does not wait for their reader.
final class AccessLog: Sendable {
  /// The maximum number of buffered records; further ones are only counted.
  static let capacity = 10_000

  struct Batch: Sendable {
    var records: [AccessRecord] = []
    var dropped = 0
  }

  private struct State {
    var batch = Batch()
    var isClosed = false
    var reader: Waiter<Batch?, Never>?
  }

  private let state = Mutex(State())

  /// Adds a record, from any thread.
  func add(_ record: AccessRecord) {
    let reader = state.withLock { state -> Waiter<Batch?, Never>? in
      guard !state.isClosed else { return nil }
      if let reader = state.reader.take() { return reader }
      if state.batch.records.count < Self.capacity {
        state.batch.records.append(record)
      } else {
        state.batch.dropped += 1
      }
      return nil
    }
    reader?.settle(.success(Batch(records: [record])))
  }

  /// Waits for at least one record, and removes all; returns nil once a closed log is empty.
  func next() async -> Batch? {
    let reader = Waiter<Batch?, Never>()
    let (isReady, batch) = state.withLock { state -> (Bool, Batch?) in
      if !state.batch.records.isEmpty {
        defer { state.batch = Batch() }
        return (true, state.batch)
      }
      if !state.isClosed { state.reader = reader }
      return (state.isClosed, nil)
    }
    return isReady ? batch : await reader.value()
  }

  /// Closes the log; its records can still be read.
  func close() {
    let reader = state.withLock { state in
      state.isClosed = true
      return state.reader.take()
    }
    reader?.settle(.success(nil))
  }
}
