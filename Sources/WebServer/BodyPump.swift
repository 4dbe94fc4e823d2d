import CoreLoop
import FoundationEssentials
import Synchronization
import WebMessages

final class BodyPump: Sendable {
  private struct State {
    var isRequested = false
    var isCancelled = false
    var waiting: Waiter<Bool, Never>?
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Reads nothing until the first ``requestNext()``.
  ///
  /// `end` is called once; its argument says whether the body is complete.
  init(
    _ body: HTTPBody, receive: @escaping @Sendable (Data) -> Void,
    end: @escaping @Sendable (Bool) -> Void
  ) {
    let task = Task {
      var pieces = body.makeAsyncIterator()
      while await waitForRequest() {
        do {
          guard let piece = try await next(&pieces) else { return end(true) }
          receive(piece)
        } catch {
          return end(false)
        }
      }
    }
    state.withLock { $0.task = task }
  }

  /// Returns the next piece that is not empty, or nil at the end.
  private func next(_ pieces: inout HTTPBody.AsyncIterator) async throws -> Data? {
    while let piece = try await pieces.next() {
      if !piece.isEmpty { return piece }
    }
    return nil
  }

  func requestNext() {
    let waiting = state.withLock { state in
      state.isRequested = state.waiting == nil
      return state.waiting.take()
    }
    waiting?.settle(.success(true))
  }

  func cancel() {
    let (task, waiting) = state.withLock { state in
      state.isCancelled = true
      return (state.task.take(), state.waiting.take())
    }
    task?.cancel()
    waiting?.settle(.success(false))
  }

  /// Waits until a piece is requested; returns false once the pump is cancelled.
  private func waitForRequest() async -> Bool {
    let waiter = Waiter<Bool, Never>()
    let result = state.withLock { state -> Bool? in
      if state.isCancelled { return false }
      if state.isRequested {
        state.isRequested = false
        return true
      }
      state.waiting = waiter
      return nil
    }
    return if let result { result } else { await waiter.value() }
  }
}
