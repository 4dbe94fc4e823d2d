import Synchronization

/// A clock that stands still until a test advances it.
public final class ManualClock: Clock {
  /// A moment: how much the clock has been advanced by then.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// A later moment.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether one moment is before another.
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

  /// Makes a clock at its beginning.
  public init() {}

  /// The moment it shows.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest difference it knows.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Moves the clock on, and wakes those whose time has come.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { $0.value.deadline < $1.value.deadline }.map(\.value.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until so many tasks sleep by this clock.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Waits until the clock has been advanced to a moment.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
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
