import Synchronization

/// Seconds that pass only when a test says so.
final class ManualTime: Sendable {
  private let seconds = Mutex((date: 1_767_225_600, uptime: 0))

  /// Seconds since 1970.
  var now: Int { seconds.withLock { $0.date } }

  /// Seconds by a clock that nobody sets.
  var uptime: Int { seconds.withLock { $0.uptime } }

  func advance(by count: Int) {
    seconds.withLock { seconds in
      seconds.date += count
      seconds.uptime += count
    }
  }

  /// Sets the date to an earlier one, as a user or a time server may.
  func setBack(by count: Int) {
    seconds.withLock { $0.date -= count }
  }
}
