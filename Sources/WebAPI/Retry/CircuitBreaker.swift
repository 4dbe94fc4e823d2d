import Synchronization

/// What a client knows of its service being reached: a circuit breaker.
///
/// Five failures in a row within ten seconds open it: requests then fail at once, and spare a service
/// that is down. After a second one request is let through to try. Where it fails too, the next pause
/// is twice as long, up to ten seconds, but only if requests were refused meanwhile: whoever starts
/// the server and repeats a command by hand is not kept waiting, and a script that goes on and on is.
///
/// A client keeps it as long as its service stays the same.
public final class CircuitBreaker: Sendable {
  /// What a request may do.
  enum Permit: Equatable {
    /// It may be sent; what becomes of it is told with the number.
    case go(Int)
    /// It may not, and is worth trying again after so long; nil where another one tries just now.
    case refused(Duration?)
  }

  /// What became of a request that was let through.
  enum Outcome {
    /// The service answered.
    case reached
    /// It was not reached, or said that it is not there.
    case lost
    /// Nobody knows.
    case unknown
  }

  private struct State {
    var failures: [Duration] = []
    var opened: Duration?
    var pause = Duration.zero
    var probe: Int?
    var hasRefused = false
    var isLost = false
    var next = 0

    mutating func fail(at now: Duration, isProbe: Bool) -> Bool {
      if isProbe {
        pause = hasRefused ? min(pause * 2, longestPause) : shortestPause
        opened = now
        hasRefused = false
        return true
      }
      // What was sent before the breaker opened and fails late is no further news.
      guard opened == nil else { return false }
      failures.append(now)
      if failures.count > threshold { failures.removeFirst() }
      guard failures.count == threshold,
        now - failures[0] <= window
      else { return false }
      failures = []
      opened = now
      pause = shortestPause
      hasRefused = false
      return true
    }
  }

  private static let threshold = 5
  private static let window = Duration.seconds(10)
  private static let shortestPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(10)

  private let state = Mutex(State())
  private let now: @Sendable () -> Duration

  /// Makes a memory of a service of which nothing is known.
  ///
  /// - Parameter clock: what the pauses go by.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    now = APIRetrySettings.stopwatch(clock)
  }

  /// Asks whether a request may be sent.
  ///
  /// - Parameter isRepeated: whether it was sent before: that it is refused then says nothing of how
  ///   much is asked of the service.
  func begin(isRepeated: Bool) -> Permit {
    let now = now()
    return state.withLock { state in
      state.next += 1
      guard let opened = state.opened else { return .go(state.next) }
      let remaining = opened + state.pause - now
      guard remaining <= .zero, state.probe == nil else {
        if !isRepeated { state.hasRefused = true }
        return .refused(state.probe == nil ? remaining : nil)
      }
      state.probe = state.next
      return .go(state.next)
    }
  }

  /// Tells what became of a request.
  ///
  /// - Returns: whether this opened the breaker.
  @discardableResult
  func end(_ number: Int, _ outcome: Outcome) -> Bool {
    let now = now()
    return state.withLock { state in
      let isProbe = state.probe == number
      if isProbe { state.probe = nil }
      switch outcome {
      case .unknown: return false
      case .reached:
        state.failures = []
        state.opened = nil
        return false
      case .lost:
        return state.fail(at: now, isProbe: isProbe)
      }
    }
  }

  /// Tells that the service is lost.
  ///
  /// - Returns: whether this is news.
  func lose() -> Bool {
    state.withLock { state in
      defer { state.isLost = true }
      return !state.isLost
    }
  }

  /// Tells that the service is there.
  ///
  /// - Returns: whether it was lost before.
  func regain() -> Bool {
    state.withLock { state in
      defer { state.isLost = false }
      return state.isLost
    }
  }
}
