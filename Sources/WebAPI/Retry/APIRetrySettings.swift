/// When and how often a request is sent again after a failure.
///
/// The waits grow exponentially. Half of each is fixed and half random ("equal jitter"), so that
/// clients do not all retry at the same moment. A `Retry-After` from the server is respected if it
/// is within the limits; otherwise the request fails at once.
public struct APIRetrySettings: Sendable {
  /// How often a request is sent at most; 1 means no retries.
  public var maximumTries = 4

  /// The first wait, which doubles with each try.
  public var firstWait = Duration.milliseconds(200)

  /// The longest single wait.
  public var maximumWait = Duration.seconds(10)

  /// The longest total of a request's waits.
  public var maximumTotalWait = Duration.seconds(30)

  /// The time after a request's start in which it may be sent again.
  public var maximumDuration = Duration.seconds(90)

  /// The time limit for a request with all its tries and the waits between them; nil if only the
  /// transport limits each try.
  public var timeLimit: Duration?

  /// Whether a request is sent again if the service was not reached, or the connection was cut.
  ///
  /// Responses such as 503 are not affected.
  package var retriesLostConnections = true

  /// The clock that measures the waits.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// Returns a number from 0 up to 1, for the random half.
  public var random: @Sendable () -> Double = { .random(in: 0..<1) }

  /// Creates the default settings.
  public init() {}

  /// Up to four tries within half a minute.
  public static let standard = APIRetrySettings()

  /// Every request is sent once.
  public static let never: APIRetrySettings = {
    var settings = APIRetrySettings()
    settings.maximumTries = 1
    return settings
  }()

  /// The wait after a number of tries.
  func wait(afterTries tries: Int) -> Duration {
    let whole = min(maximumWait, firstWait * (1 << min(max(tries - 1, 0), 20)))
    return whole / 2 + whole / 2 * min(max(random(), 0), 1)
  }

  /// Returns a function that measures the time from now on.
  func stopwatch() -> @Sendable () -> Duration { Self.stopwatch(clock) }

  static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// A wait before a request is sent again.
public struct APIRetryWait: Sendable, Equatable {
  /// How long the wait is.
  public let duration: Duration

  /// The request's method and path, such as `GET products/p-1`.
  public let request: String

  /// Why the request is sent again: a few words in lower case, without a full stop.
  public let reason: String

  /// Which retry comes after the wait: 1 for the first.
  public let number: Int

  /// How often the request may be sent again at most.
  public let maximum: Int

  /// Creates a wait.
  package init(
    _ duration: Duration, request: String, reason: String, number: Int = 1, of maximum: Int = 3
  ) {
    self.duration = duration
    self.request = request
    self.reason = reason
    self.number = number
    self.maximum = maximum
  }
}
