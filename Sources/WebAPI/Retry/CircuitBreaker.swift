import Synchronization

/// A circuit breaker, which stops sending requests to a service that is down.
///
/// Five failures in a row within ten seconds open it: requests then fail at once. After a second, one request
/// is let through as a probe. If the probe fails and other requests were rejected during the pause, the next
/// pause is twice as long, up to ten seconds. So a script that keeps trying waits longer, but not a user who
/// has started the server and repeats a command.
///
/// A client keeps its breaker as long as it uses the same service.
public final class CircuitBreaker: Sendable {
  enum Permit: Equatable {
    /// It may be sent; report its outcome with this number.
    case go(Int)
    /// It may be sent after this pause; nil while another request is testing the service.
    case refused(Duration?)
  }

  enum Outcome {
    case reached
    /// The service could not be reached, or is unavailable.
    case lost
    /// The outcome says nothing about the service.
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
      // A request sent before the breaker opened does not count again if it fails later.
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

  /// Creates a closed breaker.
  ///
  /// - Parameter clock: the clock that measures the pauses.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    now = APIRetrySettings.stopwatch(clock)
  }

  /// Returns whether a request may be sent.
  ///
  /// Rejecting one that was sent before does not lengthen the next pause.
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

  /// Reports the outcome of a request; returns true if this opened the breaker.
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

  /// Whether the service is currently unreachable.
  package var isLost: Bool { state.withLock { $0.isLost } }

  /// Marks the service as unreachable.
  ///
  /// - Returns: true if it was not marked before.
  package func lose() -> Bool {
    state.withLock { state in
      defer { state.isLost = true }
      return !state.isLost
    }
  }

  /// Marks the service as reachable, and closes the breaker.
  ///
  /// - Returns: true if it was marked as unreachable before.
  package func regain() -> Bool {
    state.withLock { state in
      defer { state.isLost = false }
      if state.isLost { (state.failures, state.opened, state.probe) = ([], nil, nil) }
      return state.isLost
    }
  }
}
