import CoreLoop
import FoundationEssentials
import Synchronization
import WebMessages

/// Passes a response from the engine to the task that reads it.
///
/// The engine delivers everything from one turn together, so that a small response wakes its task only once.
final class CurlResponseChannel: Sendable {
  private struct State {
    var reader: Waiter<Data?, any Error>?
    var unread = Data()
    var end: Result<Void, any Error>?
    var isHeld = false
    /// Whether the head, or why there is none, was told.
    var hasHead = false
    var isSent = false
  }

  enum Look {
    case piece(Data, makesRoom: Bool)
    case end
    case failure(any Error)
    case nothing

    /// What the reader gets; nil if it has to wait.
    var outcome: Result<Data?, any Error>? {
      switch self {
      case .piece(let data, _): .success(data)
      case .end: .success(nil)
      case .failure(let error): .failure(error)
      case .nothing: nil
      }
    }
  }

  private let state = Mutex(State())
  /// The response's head, or why there is none.
  let head = Waiter<CurlResponseHead, any Error>()

  /// The transfer is paused at this number of unread bytes.
  static let maximumUnread = 256 << 10

  var isEnded: Bool { state.withLock { $0.end != nil } }

  /// Delivers the data that the engine received in one turn; returns the number of unread bytes.
  ///
  /// If they reach `maximumUnread` and the transfer is paused, the reader tells the engine when it
  /// has read them.
  func deliver(
    head: CurlResponseHead?, data: Data, end: Result<Void, any Error>?, isPaused: Bool
  ) -> Int {
    typealias Wakes = (count: Int, CurlResponseHead?, reader: Waiter<Data?, any Error>?, Look)
    let (count, whole, reader, look) = state.withLock { state -> Wakes in
      guard state.end == nil else { return (0, nil, nil, .nothing) }
      if state.unread.isEmpty { state.unread = data } else { state.unread.append(data) }
      state.end = end
      var head = head
      if head != nil, case .success = end {
        head?.data = state.unread
        state.unread = Data()
      }
      let look = state.reader == nil ? Look.nothing : Self.look(into: &state)
      var reader: Waiter<Data?, any Error>?
      if case .nothing = look {} else { reader = state.reader.take() }
      if head != nil || end != nil { state.hasHead = true }
      state.isHeld = isPaused && state.unread.count >= Self.maximumUnread
      return (state.unread.count, head, reader, look)
    }
    if let whole {
      self.head.settle(.success(whole))
    } else if case .failure(let error) = end {
      self.head.settle(.failure(error))
    }
    if let reader, let outcome = look.outcome { reader.settle(outcome) }
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
    let (isHeadDue, reader, error) = state.withLock { state in
      let error = state.isSent ? error : unsent ?? error
      if state.end == nil { state.end = .failure(error) }
      state.unread = Data()
      defer { state.hasHead = true }
      return (!state.hasHead, state.reader.take(), error)
    }
    if isHeadDue { head.settle(.failure(error)) }
    reader?.settle(.failure(error))
  }

  /// Returns what there is, or a waiter that gets the next piece.
  func next() -> (Look, Waiter<Data?, any Error>) {
    let waiter = Waiter<Data?, any Error>()
    let (look, other) = state.withLock { state in
      let look = Self.look(into: &state)
      guard case .nothing = look else { return (look, nil as Waiter<Data?, any Error>?) }
      defer { state.reader = waiter }
      return (look, state.reader)
    }
    other?.settle(.failure(CancellationError()))
    return (look, waiter)
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
