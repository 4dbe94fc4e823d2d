import SeashellKit
import Synchronization

/// A clock whose time changes only when a test advances it.
public final class ManualClock: Clock {
  /// A point in time of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public let offset: Duration

    /// Returns the instant after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether the left instant is before the right one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let waiter: Waiter<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var watchers: [(count: Int, waiter: Waiter<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Creates a clock that shows zero.
  public init() {}

  /// The current instant.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest difference between two instants: a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Advances the clock, and wakes the tasks whose deadline has passed, earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.waiter.settle() }
  }

  /// Until when the tasks that are sleeping on the clock do so.
  public var deadlines: [Instant] { state.withLock { $0.sleepers.map(\.deadline) } }

  /// Waits until at least this many tasks are sleeping on the clock.
  public func sleepers(_ count: Int) async {
    let waiter = Waiter<Void, Never>()
    let isMet = state.withLock { state in
      if state.sleepers.count >= count { return true }
      state.watchers.append((count, waiter))
      return false
    }
    if !isMet { await waiter.value() }
  }

  /// Suspends the task until the clock reaches the deadline.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    // A real clock suspends the task too, even for a short time.
    await Task.yield()
    let waiter = Waiter<Void, any Error>()
    // Begun inside the handler: who sees the sleeper may cancel it, and then sees that it is gone.
    try await withTaskCancellationHandler {
      begin(waiter, until: deadline)
      try await waiter.value()
    } onCancel: {
      waiter.settle(.failure(CancellationError()))
      state.withLock { state in state.sleepers.removeAll { $0.waiter === waiter } }
    }
  }

  private func begin(_ waiter: Waiter<Void, any Error>, until deadline: Instant) {
    let (isDue, watchers) = state.withLock { state -> (Bool, [Waiter<Void, Never>]) in
      if waiter.isSettled { return (false, []) }
      if deadline <= state.now { return (true, []) }
      state.sleepers.append(Sleeper(deadline: deadline, waiter: waiter))
      let count = state.sleepers.count
      defer { state.watchers.removeAll { $0.count <= count } }
      return (false, state.watchers.filter { $0.count <= count }.map(\.waiter))
    }
    if isDue { waiter.settle() }
    for watcher in watchers { watcher.settle() }
  }
}
