/// When and how often a request is sent again after a failure.
///
/// The waits grow exponentially, half of each fixed and half random ("equal jitter"), so that many
/// clients do not come back at one moment. What a server asks for with `Retry-After` is waited where
/// the caps allow it, and otherwise the request ends at once.
public struct APIRetrySettings: Sendable {
  /// How often a request is sent at most; 1 means never again.
  public var maximumTries = 4

  /// The first wait, which doubles with each try.
  public var firstWait = Duration.milliseconds(200)

  /// How long one wait may be.
  public var maximumWait = Duration.seconds(10)

  /// How long all waits of a request together may be.
  public var maximumTotalWait = Duration.seconds(30)

  /// How long after its beginning a request may be sent again: tries take time as well.
  public var maximumDuration = Duration.seconds(90)

  /// What the waits go by.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// Gives a number from 0 up to 1, for the random half.
  public var random: @Sendable () -> Double = { .random(in: 0..<1) }

  /// Makes the settings that serve where nothing else is known.
  public init() {}

  /// Up to four tries within half a minute.
  public static let standard = APIRetrySettings()

  /// Every request is sent once.
  public static let never: APIRetrySettings = {
    var settings = APIRetrySettings()
    settings.maximumTries = 1
    return settings
  }()

  /// The wait after so many tries.
  func wait(afterTries tries: Int) -> Duration {
    let whole = min(maximumWait, firstWait * (1 << min(max(tries - 1, 0), 20)))
    return whole / 2 + whole / 2 * min(max(random(), 0), 1)
  }

  /// Measures the time from now on.
  func stopwatch() -> @Sendable () -> Duration { Self.stopwatch(clock) }

  static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
