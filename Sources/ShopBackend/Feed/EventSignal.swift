import Synchronization

/// Wakes one who follows the shop's events.
final class EventSignal: Sendable {
  /// What it may mean.
  enum Sign {
    /// There are new events.
    case news
    /// One more look has found none.
    case nothing
    /// Nothing has been found for so long that a sign of life is due.
    case quiet
    /// There will be no more.
    case over
  }

  /// How many looks without an event make a sign of life due: 15 seconds of them.
  static let quietLooks = 60

  private struct State {
    var hasNews = false
    var isOver = false
    var looks = 0
    var waiting: CheckedContinuation<Sign, any Error>?
  }

  let id: Int
  private let state = Mutex(State())

  init(id: Int) {
    self.id = id
  }

  /// Gives the sign, which is kept where nobody waits for it yet.
  func give(_ sign: Sign) {
    let (waiting, meaning) = state.withLock {
      state -> (CheckedContinuation<Sign, any Error>?, Sign) in
      switch sign {
      case .news: state.hasNews = true
      case .over: state.isOver = true
      case .nothing, .quiet: state.looks += 1
      }
      guard state.waiting != nil, let meaning = Self.take(from: &state) else { return (nil, sign) }
      return (state.waiting.take(), meaning)
    }
    waiting?.resume(returning: meaning)
  }

  /// Waits for a sign; one waits at a time.
  ///
  /// - Returns: `news`, `quiet` or `over`.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func wait() async throws -> Sign {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Sign, any Error>? in
          state.looks = 0
          if let meaning = Self.take(from: &state) { return .success(meaning) }
          // Under the lock: who is cancelled later finds the continuation there.
          if Task.isCancelled { return .failure(CancellationError()) }
          state.waiting = continuation
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      state.withLock { $0.waiting.take() }?.resume(throwing: CancellationError())
    }
  }

  private static func take(from state: inout State) -> Sign? {
    if state.isOver { return .over }
    if state.hasNews {
      state.hasNews = false
      return .news
    }
    return state.looks >= quietLooks ? .quiet : nil
  }
}
