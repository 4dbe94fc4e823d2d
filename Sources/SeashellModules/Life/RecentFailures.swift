/// The failures of a module within the last minute.
struct RecentFailures {
  /// The number of failures after which the module stays stopped.
  static let maximum = 3

  private static let period = Duration.seconds(60)

  private let clock: any Clock<Duration>
  private var ages: [() -> Duration] = []

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  /// Whether the module has failed so often that it stays stopped until the user asks for it.
  private(set) var areTooMany = false

  mutating func append() {
    ages.removeAll { $0() > Self.period }
    ages.append(Self.stopwatch(clock))
    if ages.count >= Self.maximum { areTooMany = true }
  }

  mutating func clear() { self = RecentFailures(clock: clock) }

  private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
