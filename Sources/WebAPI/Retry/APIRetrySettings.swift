/// When and how often a failed request is retried.
///
/// The waits grow exponentially. Half of each is fixed and half random ("equal jitter"), so that clients do
/// not all retry at the same moment. A `Retry-After` from the server is respected if it is within the limits;
/// otherwise the request fails at once.
public struct APIRetrySettings: Sendable {
  /// The maximum number of times a request is sent; 1 for no retries.
  public var maximumTries = 4

  /// The first wait, which doubles with each try.
  public var firstWait = Duration.milliseconds(200)

  /// The longest single wait.
  public var maximumWait = Duration.seconds(10)

  /// The longest total of a request's waits.
  public var maximumTotalWait = Duration.seconds(30)

  /// How long after its start a request may be retried.
  public var maximumDuration = Duration.seconds(90)

  /// The time limit for a request with all its tries and waits; nil if only each single try is limited, by
  /// the transport.
  public var timeLimit: Duration?

  /// Whether a request is retried if the service could not be reached, or the connection was cut.
  ///
  /// Responses such as 503 are not affected.
  package var retriesLostConnections = true

  /// Whether a write is sent again after an answer that says that the server was too busy to carry it out, and when to
  /// come back: 429 or 503 with `Retry-After`.
  package var repeatsRefusedWrites = false

  /// The clock that measures the waits.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// Returns a random number in 0..<1, for the random half of a wait.
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

  func wait(afterTries tries: Int) -> Duration {
    let whole = min(maximumWait, firstWait * (1 << min(max(tries - 1, 0), 20)))
    return whole / 2 + whole / 2 * min(max(random(), 0), 1)
  }

  func stopwatch() -> @Sendable () -> Duration { Self.stopwatch(clock) }

  static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// A wait before a retry.
public struct APIRetryWait: Sendable, Equatable {
  /// How long the wait is.
  public let duration: Duration

  /// The request's method and path, such as `GET products/p-1`.
  public let request: String

  /// Why the request is retried: a few words in lower case, without a full stop.
  public let reason: String

  /// The number of the retry that follows, from 1.
  public let number: Int

  /// The maximum number of retries.
  public let maximum: Int

  init(
    _ duration: Duration, request: String, reason: String, number: Int = 1, of maximum: Int = 3
  ) {
    self.duration = duration
    self.request = request
    self.reason = reason
    self.number = number
    self.maximum = maximum
  }
}
