import FoundationEssentials
import Synchronization
import WebMessages

/// Passes a response from the engine to the task that reads it.
///
/// The engine delivers everything from one turn together, so that a small response wakes its task only once.
final class CurlResponseChannel: Sendable {
  private struct State {
    var headWaiter: CheckedContinuation<CurlResponseHead, any Error>?
    var reader: CheckedContinuation<Data?, any Error>?
    var unread = Data()
    var end: Result<Void, any Error>?
    var isHeld = false
    var isSent = false
  }

  enum Look {
    case piece(Data, makesRoom: Bool)
    case end
    case failure(any Error)
    case nothing
  }

  private let state = Mutex(State())

  /// The transfer is paused at this number of unread bytes.
  static let maximumUnread = 256 << 10

  func wait(forHead waiter: CheckedContinuation<CurlResponseHead, any Error>) {
    let failure: (any Error)? = state.withLock { state in
      if case .failure(let error) = state.end { return error }
      state.headWaiter = waiter
      return nil
    }
    if let failure { waiter.resume(throwing: failure) }
  }

  var isEnded: Bool { state.withLock { $0.end != nil } }

  /// Delivers the data that the engine received in one turn; returns the number of unread bytes.
  ///
  /// If they reach `maximumUnread` and the transfer is paused, the reader tells the engine when it
  /// has read them.
  func deliver(
    head: CurlResponseHead?, data: Data, end: Result<Void, any Error>?, isPaused: Bool
  ) -> Int {
    typealias Wakes = (
      count: Int, head: CheckedContinuation<CurlResponseHead, any Error>?, CurlResponseHead?,
      reader: CheckedContinuation<Data?, any Error>?, Look
    )
    let (count, headWaiter, whole, reader, look) = state.withLock { state -> Wakes in
      guard state.end == nil else { return (0, nil, nil, nil, .nothing) }
      if state.unread.isEmpty { state.unread = data } else { state.unread.append(data) }
      state.end = end
      var head = head
      let headWaiter = head != nil || end != nil ? state.headWaiter.take() : nil
      if head != nil, case .success = end {
        head?.data = state.unread
        state.unread = Data()
      }
      let look = state.reader == nil ? Look.nothing : Self.look(into: &state)
      var reader: CheckedContinuation<Data?, any Error>?
      if case .nothing = look {} else { reader = state.reader.take() }
      state.isHeld = isPaused && state.unread.count >= Self.maximumUnread
      return (state.unread.count, headWaiter, head, reader, look)
    }
    if let headWaiter {
      if let whole {
        headWaiter.resume(returning: whole)
      } else if case .failure(let error) = end {
        headWaiter.resume(throwing: error)
      }
    }
    reader?.resume(with: look)
    return count
  }

  /// Notes that the request is sent now; returns false if it must not be, since the response has ended.
  func beginSending() -> Bool {
    state.withLock { state in
      if state.end == nil { state.isSent = true }
      return state.end == nil
    }
  }

  /// Ends the response early and discards unread bytes.
  ///
  /// `unsent` is the error if the request was not sent; it then never is.
  func fail(_ error: any Error, unsent: (any Error)? = nil) {
    let (headWaiter, reader, error) = state.withLock { state in
      let error = state.isSent ? error : unsent ?? error
      if state.end == nil { state.end = .failure(error) }
      state.unread = Data()
      return (state.headWaiter.take(), state.reader.take(), error)
    }
    headWaiter?.resume(throwing: error)
    reader?.resume(throwing: error)
  }

  func look() -> Look { state.withLock { Self.look(into: &$0) } }

  /// Waits for the next piece; returns true if the engine must be told that there is room again.
  func wait(forPiece waiter: CheckedContinuation<Data?, any Error>) -> Bool {
    let (look, other) = state.withLock { state in
      let look = Self.look(into: &state)
      guard case .nothing = look else {
        return (look, nil as CheckedContinuation<Data?, any Error>?)
      }
      let other = state.reader
      state.reader = waiter
      return (look, other)
    }
    other?.resume(throwing: CancellationError())
    guard case .nothing = look else {
      waiter.resume(with: look)
      if case .piece(_, true) = look { return true }
      return false
    }
    return false
  }

  private static func look(into state: inout State) -> Look {
    if !state.unread.isEmpty {
      let piece = state.unread
      state.unread = Data()
      defer { state.isHeld = false }
      return .piece(piece, makesRoom: state.isHeld)
    }
    return switch state.end {
    case nil: .nothing
    case .success: .end
    case .failure(let error): .failure(error)
    }
  }
}

extension CheckedContinuation<Data?, any Error> {
  fileprivate func resume(with look: CurlResponseChannel.Look) {
    switch look {
    case .piece(let data, _): resume(returning: data)
    case .end: resume(returning: nil)
    case .failure(let error): resume(throwing: error)
    case .nothing: break
    }
  }
}
