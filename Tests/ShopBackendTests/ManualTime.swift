import Synchronization

/// Seconds since 1970 that pass only when a test says so.
final class ManualTime: Sendable {
  private let seconds = Mutex(1_767_225_600)

  var now: Int { seconds.withLock { $0 } }

  func advance(by count: Int) {
    seconds.withLock { $0 += count }
  }
}
