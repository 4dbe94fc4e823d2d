import Synchronization

/// A clock that jumps to where anyone wants to sleep to, and remembers by how much.
final class InstantClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Duration.zero
    var sleeps: [Duration] = []
  }

  private let state = Mutex(State())

  init() {}

  var now: Instant { Instant(offset: state.withLock(\.now)) }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// How long was slept, each time.
  var sleeps: [Duration] { state.withLock(\.sleeps) }

  func advance(by duration: Duration) { state.withLock { $0.now += duration } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(deadline.offset - state.now)
      state.now = max(state.now, deadline.offset)
    }
  }
}
