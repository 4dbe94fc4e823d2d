import CoreLoop
import FoundationEssentials
import Synchronization
import WebMessages

final class CurlUploadChannel: Sendable {
  private struct State {
    var piece: Data
    var isEnded = false
    var failure: (any Error)?
    var isAwaited = false
    var isClosed = false
    var source: Waiter<Bool, Never>?
    var task: Task<Void, Never>?
    var given = 0
  }

  enum Read {
    case bytes(Int, isLast: Bool)
    case wait
    case end
    case failure(any Error)
  }

  /// The body's length in bytes, if known.
  let count: Int?

  private let body: HTTPBody
  private let state: Mutex<State>

  init(_ body: HTTPBody) {
    self.body = body
    count = body.count
    state = Mutex(State(piece: body.data ?? Data(), isEnded: body.data != nil))
  }

  /// Starts reading the body, in a task that ends with the transfer.
  ///
  /// - Parameter wake: called when the piece that the engine waits for has arrived.
  func start(_ wake: @escaping @Sendable () -> Void) {
    guard body.data == nil else { return }
    let task = Task { [weak self, body] in
      do {
        for try await piece in body {
          guard let self, await self.offer(piece, wake) else { return }
        }
        self?.finish(nil, wake)
      } catch {
        self?.finish(error, wake)
      }
    }
    let isLate = state.withLock { state in
      if !state.isClosed { state.task = task }
      return state.isClosed
    }
    if isLate { task.cancel() }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
    let (read, source): (Read, Waiter<Bool, Never>?) = state.withLock { state in
      if let failure = state.failure { return (.failure(failure), nil) }
      guard state.piece.isEmpty else {
        let taken = min(buffer.count, state.piece.count)
        state.piece.copyBytes(to: buffer, count: taken)
        state.piece = taken == state.piece.count ? Data() : state.piece.dropFirst(taken)
        state.given += taken
        return (
          .bytes(taken, isLast: state.given == count),
          state.piece.isEmpty ? state.source.take() : nil
        )
      }
      if state.isEnded {
        guard count == nil || count == state.given else { return (.failure(Self.tooShort), nil) }
        return (.end, nil)
      }
      state.isAwaited = true
      return (.wait, nil)
    }
    source?.settle(.success(true))
    return read
  }

  func close() {
    let (source, task) = state.withLock { state in
      state.isClosed = true
      state.piece = Data()
      return (state.source.take(), state.task.take())
    }
    source?.settle(.success(false))
    task?.cancel()
  }

  /// Waits until a piece was sent; returns whether to continue.
  private func offer(_ piece: Data, _ wake: () -> Void) async -> Bool {
    guard !piece.isEmpty else { return true }
    let source = Waiter<Bool, Never>()
    let (isClosed, isAwaited) = state.withLock { state in
      guard !state.isClosed else { return (true, false) }
      state.piece = piece
      state.source = source
      if let count, state.given + piece.count > count { state.failure = Self.tooLong }
      defer { state.isAwaited = false }
      return (false, state.isAwaited)
    }
    if isClosed { return false }
    if isAwaited { wake() }
    return await source.value()
  }

  private func finish(_ error: (any Error)?, _ wake: () -> Void) {
    let isAwaited = state.withLock { state in
      state.isEnded = true
      state.failure = state.failure ?? error
      state.task = nil
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if isAwaited { wake() }
  }

  private static let tooShort = TransportError(
    .cut, reason: "the request's body ended before its length was reached")
  private static let tooLong = TransportError(
    .cut, reason: "the request's body is longer than its length")
}
