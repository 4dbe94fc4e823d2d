import FoundationEssentials
import WebMessages

/// How often and how long one request may still be sent again.
struct RetryBudget {
  /// After which failures a request may be sent again.
  enum Permission {
    /// After none.
    case never
    /// Only if no byte of it was sent: a second try could carry out a write twice.
    case ifUnsent
    /// After every temporary failure.
    case always
  }

  private let settings: APIRetrySettings
  private let permission: Permission
  private let elapsed: @Sendable () -> Duration
  private var waited = Duration.zero
  private(set) var tries = 0

  /// - Parameter honorsKeys: whether the service carries out requests with the same key once.
  init(_ settings: APIRetrySettings, of request: APIRequest, honorsKeys: Bool) {
    self.settings = settings
    permission = Permission(request, honorsKeys: honorsKeys)
    elapsed = settings.stopwatch()
  }

  /// How often the request may be sent again.
  var maximum: Int { settings.maximumTries - 1 }

  /// The limit for all tries together; nil if there is none.
  var timeLimit: TimeLimit? {
    settings.timeLimit.map { TimeLimit(limit: $0, elapsed: elapsed) }
  }

  /// Counts a try.
  mutating func begin() { tries += 1 }

  /// Returns the wait before the next try, and counts it; nil if there are no more tries.
  ///
  /// - Parameters:
  ///   - wasSent: whether the server may have received the last try.
  ///   - asked: how long the server asks to wait.
  mutating func wait(wasSent: Bool = true, asked: Duration? = nil) -> Duration? {
    guard permission == .always || permission == .ifUnsent && !wasSent,
      tries < settings.maximumTries
    else { return nil }
    let wait = max(settings.wait(afterTries: tries), asked ?? .zero)
    let limit = min(settings.maximumDuration, settings.timeLimit ?? settings.maximumDuration)
    guard wait <= settings.maximumWait, waited + wait <= settings.maximumTotalWait,
      elapsed() + wait <= limit
    else { return nil }
    waited += wait
    return wait
  }
}

/// The time limit for a request with all its tries.
struct TimeLimit: Sendable {
  let limit: Duration
  let elapsed: @Sendable () -> Duration

  /// The time that is left; a millisecond if there is none.
  var remaining: Duration { max(limit - elapsed(), .milliseconds(1)) }
}

extension RetryBudget.Permission {
  /// Returns when a request may be sent again.
  ///
  /// - Parameter honorsKeys: whether the service carries out requests with the same key once.
  fileprivate init(_ request: APIRequest, honorsKeys: Bool) {
    if !request.retry {
      self = .never
    } else if !request.method.isWrite || honorsKeys && request.hasIdempotencyKey
      || request.hasCondition
    {
      self = .always
    } else {
      self = .ifUnsent
    }
  }
}

extension APIRequest {
  fileprivate var hasIdempotencyKey: Bool {
    idempotencyKey != nil || headers["Idempotency-Key"] != nil
  }

  /// Whether it is a PUT or DELETE that a server carries out only once, since its condition is false
  /// then (RFC 9110, section 13.1).
  fileprivate var hasCondition: Bool {
    guard method == .put || method == .delete else { return false }
    if let tags = headers["If-Match"], tags.trimmingSpaces != "*" { return true }
    return method == .put && headers["If-None-Match"]?.trimmingSpaces == "*"
  }
}
