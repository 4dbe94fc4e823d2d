import CMicroHTTPD
import FoundationEssentials
import Synchronization
import WebAPI

/// Hands a body's pieces to the daemon as it asks for them: the next one is taken from the body when
/// the one before has been sent.
///
/// While there is none the connection is suspended.
// Unchecked: the connection is the daemon's, and valid while the response that reads from here is; the
// daemon lets go of both on its own thread, in `close()`.
final class BodyStream: @unchecked Sendable {
  private struct State {
    var piece = Data()
    var sent = 0
    var isWanted = false
    var isSuspended = false
    var isOver = false
    var hasFailed = false
    var pump: CheckedContinuation<Bool, Never>?
    var task: Task<Void, Never>?
  }

  /// What the daemon is told when it asks for bytes.
  enum Reading {
    /// So many were given; none where the connection is suspended until there are some.
    case bytes(Int)
    /// There are no more.
    case end
    /// The body broke off: the answer cannot be completed.
    case broken
  }

  private let connection: OpaquePointer
  private let suspensions: Tally
  private let state = Mutex(State())

  init(connection: OpaquePointer, suspensions: Tally) {
    self.connection = connection
    self.suspensions = suspensions
  }

  /// Begins to read a body.
  func begin(_ body: HTTPBody) {
    let task = Task {
      var pieces = body.makeAsyncIterator()
      while await isWanted() {
        do {
          guard let piece = try await pieces.next() else { return end(failed: false) }
          if !piece.isEmpty { give(piece) }
        } catch {
          return end(failed: true)
        }
      }
    }
    state.withLock { $0.task = task }
  }

  /// Fills the daemon's buffer, on its thread.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    var pump: CheckedContinuation<Bool, Never>?
    let reading = state.withLock { state -> Reading in
      let count = min(buffer.count, state.piece.count - state.sent)
      if count > 0 {
        state.piece.withUnsafeBytes { bytes in
          buffer.copyMemory(from: .init(rebasing: bytes[state.sent..<state.sent + count]))
        }
        state.sent += count
        return .bytes(count)
      }
      if state.hasFailed { return .broken }
      if state.isOver { return .end }
      guard suspensions.enter() else { return .broken }
      CMicroHTTPDSuspend(connection)
      (state.isSuspended, state.isWanted) = (true, true)
      pump = state.pump.take()
      return .bytes(0)
    }
    pump?.resume(returning: true)
    return reading
  }

  /// Ends the reading, whatever is still to come.
  func cancel() {
    state.withLock { $0.task }?.cancel()
    end(failed: true)
  }

  /// Waits until the daemon wants a piece.
  ///
  /// - Returns: false where it wants none any more.
  private func isWanted() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Bool? in
        if state.isOver { return false }
        if state.isWanted { return true }
        state.pump = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  private func give(_ piece: Data) {
    change { state in
      (state.piece, state.sent, state.isWanted) = (piece, 0, false)
    }
  }

  private func end(failed: Bool) {
    let pump = change { state in
      guard !state.isOver else { return }
      (state.isOver, state.hasFailed) = (true, failed)
    }
    pump?.resume(returning: false)
  }

  /// Changes the state, and has the daemon look at it again.
  ///
  /// - Returns: the pump, where it waits and there is nothing more for it to do.
  @discardableResult
  private func change(_ body: (inout State) -> Void) -> CheckedContinuation<Bool, Never>? {
    let (wasSuspended, pump) = state.withLock { state in
      body(&state)
      let wasSuspended = state.isSuspended
      state.isSuspended = false
      defer { if state.isOver { state.pump = nil } }
      return (wasSuspended, state.isOver ? state.pump : nil)
    }
    if wasSuspended {
      CMicroHTTPDResume(connection)
      suspensions.leave()
    }
    return pump
  }
}
