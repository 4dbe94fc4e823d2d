import FoundationEssentials

enum Backoff {
  static let shortest = Duration.seconds(5)

  /// The longest wait, unless the service asks for more.
  static let longest = Duration.seconds(600)

  static let longestAsked = Duration.seconds(86_400)

  /// `tries` is how many times the write was sent, at least 1; `asked` is how long the service asks
  /// to wait.
  static func wait(after tries: Int, asked: Duration? = nil) -> Duration {
    let doublings = min(max(tries - 1, 0), 10)
    let wait = min(shortest * (1 << doublings), longest)
    return max(wait, min(asked ?? .zero, longestAsked))
  }

  /// Returns the end of a wait, unless it is over.
  ///
  /// A wait that seems to begin in the future counts as over: the clock was set back, which must not prolong
  /// the wait.
  static func end(of wait: (from: Date, until: Date)?, at now: Date) -> Date? {
    guard let wait, wait.from <= now, now < wait.until else { return nil }
    return wait.until
  }
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
