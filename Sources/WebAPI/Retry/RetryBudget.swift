import FoundationEssentials
import WebMessages

/// How often, and for how long, one request may still be retried.
struct RetryBudget {
  enum Permission {
    case never
    /// Only failures before any byte was sent: otherwise a write could be carried out twice.
    case ifUnsent
    case always
  }

  private let settings: APIRetrySettings
  private let permission: Permission
  private let elapsed: @Sendable () -> Duration
  private var waited = Duration.zero
  private(set) var tries = 0

  /// - Parameter honorsKeys: whether the service carries out requests with the same key only once.
  init(_ settings: APIRetrySettings, of request: APIRequest, honorsKeys: Bool) {
    self.settings = settings
    permission = Permission(request, honorsKeys: honorsKeys)
    elapsed = settings.stopwatch()
  }

  var maximum: Int { settings.maximumTries - 1 }

  var timeLimit: TimeLimit? {
    settings.timeLimit.map { TimeLimit(limit: $0, elapsed: elapsed) }
  }

  mutating func begin() { tries += 1 }

  /// Returns the wait before the next try and counts it, or nil if there are no more tries.
  ///
  /// `wasRefused` is whether the server was too busy to carry it out, and `asked` how long it asks to wait.
  mutating func wait(
    wasSent: Bool = true, wasRefused: Bool = false, asked: Duration? = nil
  ) -> Duration? {
    let wasDone = wasSent && !(wasRefused && settings.repeatsRefusedWrites)
    guard permission == .always || permission == .ifUnsent && !wasDone,
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

struct TimeLimit: Sendable {
  let limit: Duration
  let elapsed: @Sendable () -> Duration

  /// The time left, but at least a millisecond.
  var remaining: Duration { max(limit - elapsed(), .milliseconds(1)) }
}

extension RetryBudget.Permission {
  /// `honorsKeys` is whether the service carries out requests with the same key only once.
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
  /// afterwards (RFC 9110, section 13.1).
  fileprivate var hasCondition: Bool {
    guard method == .put || method == .delete else { return false }
    if let tags = headers["If-Match"], tags.trimmingSpaces != "*" { return true }
    return method == .put && headers["If-None-Match"]?.trimmingSpaces == "*"
  }
}
