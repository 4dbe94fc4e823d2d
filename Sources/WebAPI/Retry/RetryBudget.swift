import FoundationEssentials
import WebMessages

/// How often and how long one request may still be sent again.
struct RetryBudget {
  private let settings: APIRetrySettings
  private let isAllowed: Bool
  private let elapsed: @Sendable () -> Duration
  private var waited = Duration.zero
  private var tries = 0

  init(_ settings: APIRetrySettings, of request: APIRequest) {
    self.settings = settings
    isAllowed =
      request.retry
      && (!request.method.isWrite || request.idempotencyKey != nil
        || request.headers["Idempotency-Key"] != nil)
    elapsed = settings.stopwatch()
  }

  /// Counts a try.
  mutating func begin() { tries += 1 }

  /// Returns the wait before the next try, and counts it; nil if there are no more tries.
  ///
  /// - Parameter asked: how long the server asks to wait.
  mutating func wait(asked: Duration? = nil) -> Duration? {
    guard isAllowed, tries < settings.maximumTries else { return nil }
    let wait = max(settings.wait(afterTries: tries), asked ?? .zero)
    guard wait <= settings.maximumWait, waited + wait <= settings.maximumTotalWait,
      elapsed() + wait <= settings.maximumDuration
    else { return nil }
    waited += wait
    return wait
  }
}
