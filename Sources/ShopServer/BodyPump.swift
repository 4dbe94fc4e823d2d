import FoundationEssentials
import Synchronization
import WebMessages

/// Reads a body that comes in pieces, the next one when the client has taken the one before.
final class BodyPump: Sendable {
  private struct State {
    var isWanted = false
    var isOver = false
    var waiting: CheckedContinuation<Bool, Never>?
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Begins to read a body.
  ///
  /// - Parameters:
  ///   - give: is called with each piece.
  ///   - end: is called once after the last piece, with whether the body is whole.
  init(
    _ body: HTTPBody, give: @escaping @Sendable (Data) -> Void,
    end: @escaping @Sendable (Bool) -> Void
  ) {
    let task = Task {
      var pieces = body.makeAsyncIterator()
      while await isWanted() {
        do {
          guard let piece = try await next(&pieces) else { return end(true) }
          give(piece)
        } catch {
          return end(false)
        }
      }
    }
    state.withLock { $0.task = task }
  }

  /// The next piece that is not empty; nil at the end.
  private func next(_ pieces: inout HTTPBody.AsyncIterator) async throws -> Data? {
    while let piece = try await pieces.next() {
      if !piece.isEmpty { return piece }
    }
    return nil
  }

  /// Asks for the next piece.
  func want() {
    let waiting = state.withLock { state in
      state.isWanted = state.waiting == nil
      return state.waiting.take()
    }
    waiting?.resume(returning: true)
  }

  /// Ends the reading, whatever is still to come.
  func cancel() {
    let (task, waiting) = state.withLock { state in
      state.isOver = true
      return (state.task.take(), state.waiting.take())
    }
    task?.cancel()
    waiting?.resume(returning: false)
  }

  private func isWanted() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Bool? in
        if state.isOver { return false }
        if state.isWanted {
          state.isWanted = false
          return true
        }
        state.waiting = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
