import Synchronization

/// A time that only a test advances.
final class ManualTime: Sendable {
  private let seconds = Mutex((date: 1_767_225_600, uptime: 0))

  /// Seconds since 1970.
  var now: Int { seconds.withLock { $0.date } }

  /// The seconds of a monotonic clock.
  var uptime: Int { seconds.withLock { $0.uptime } }

  func advance(by count: Int) {
    seconds.withLock { seconds in
      seconds.date += count
      seconds.uptime += count
    }
  }

  /// Sets the date back, as a user or a time server may.
  func setBack(by count: Int) {
    seconds.withLock { $0.date -= count }
  }
}
