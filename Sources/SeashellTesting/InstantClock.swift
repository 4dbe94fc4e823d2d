import Synchronization

/// A clock that jumps to where anyone wants to sleep to, and remembers by how much.
package final class InstantClock: Clock {
  package struct Instant: InstantProtocol {
    package let offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Duration.zero
    var sleeps: [Duration] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var now: Instant { Instant(offset: state.withLock(\.now)) }
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// How long was slept, each time.
  package var sleeps: [Duration] { state.withLock(\.sleeps) }

  package func advance(by duration: Duration) { state.withLock { $0.now += duration } }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(deadline.offset - state.now)
      state.now = max(state.now, deadline.offset)
    }
  }
}
