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
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var next = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
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
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { $0.value.deadline < $1.value.deadline }.map(\.value.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// The number of tasks that are sleeping on the clock.
  var sleeping: Int { state.withLock { $0.sleepers.count } }

  /// Waits until at least this many tasks are sleeping on the clock.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isMet { continuation.resume() }
    }
  }

  /// Suspends the task until the clock reaches the deadline.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    // A real clock suspends the task too, even for a short time.
    await Task.yield()
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin(id, until: deadline, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  private func begin(
    _ id: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    enum Outcome {
      case due, cancelled
      case sleeping([CheckedContinuation<Void, Never>])
    }
    let outcome = state.withLock { state -> Outcome in
      if state.cancelled.remove(id) != nil { return .cancelled }
      if deadline <= state.now { return .due }
      state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
      let count = state.sleepers.count
      let satisfied = state.watchers.filter { $0.count <= count }.map(\.continuation)
      state.watchers.removeAll { $0.count <= count }
      return .sleeping(satisfied)
    }
    switch outcome {
    case .due: continuation.resume()
    case .cancelled: continuation.resume(throwing: CancellationError())
    case .sleeping(let watchers): for watcher in watchers { watcher.resume() }
    }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: id)
      if sleeper == nil { state.cancelled.insert(id) }
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
