import Glibc
import SeashellTesting
import Synchronization
import WebMessages

@testable import ShopBackend

/// Collects what a watch reports, at times that a test chooses.
final class Watcher: Sendable {
  let clock: ManualClock
  private let path: String
  private let batches = Mutex<[[FeedEvent]]>([])

  init(of path: String, clock: ManualClock = ManualClock()) {
    self.path = path
    self.clock = clock
  }

  /// Wakes the watch, as a change of the database does, and waits until it waits for the clock.
  func wake() async {
    let touching = Task { [path] in
      while !Task.isCancelled {
        let marker = path + "-touched"
        close(open(marker, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        unlink(marker)
        await Task.yield()
      }
    }
    await clock.sleepers(1)
    touching.cancel()
    await touching.value
  }

  func take(_ events: [FeedEvent]) {
    batches.withLock { $0.append(events) }
  }

  /// The number of changes in each batch of the last poll.
  var sizes: [Int] { batches.withLock { $0.map(\.count) } }

  /// What was reported since the last call of ``look()``.
  var seen: [FeedEvent] { batches.withLock { $0.flatMap(\.self) } }

  /// Advances the clock by a second, and waits for a report; the file is not touched.
  func tick() async -> [FeedEvent] {
    clock.advance(by: .seconds(1))
    while seen.isEmpty { await Task.yield() }
    await wake()
    return seen
  }

  /// Advances the clock by a second, and waits for the report.
  func look() async -> [FeedEvent] {
    batches.withLock { $0 = [] }
    clock.advance(by: .seconds(1))
    await wake()
    return batches.withLock { $0.flatMap(\.self) }
  }
}
