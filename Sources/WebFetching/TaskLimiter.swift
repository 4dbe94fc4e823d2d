/// Decides when tasks run that are started often, such as a search for what is being typed.
///
/// It owns the tasks, and cancels them when it is released.
@MainActor
public final class TaskLimiter {
  /// When a task runs.
  public enum Limit: Sendable, Hashable {
    /// After a time.
    case delay(Duration)
    /// When no other was started for a time. A task that is running is cancelled.
    case debounce(Duration)
    /// At once, unless the last one is running or began less than a time ago; then not at all.
    case throttle(Duration)
    /// At once and, after a pause, again and again, until another is started.
    case ping(Duration)
  }

  private let limit: Limit
  private let clock: any Clock<Duration>
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var count = 0

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - limit: when its tasks run.
  ///   - clock: measures the times.
  public init(_ limit: Limit, clock: any Clock<Duration> = ContinuousClock()) {
    self.limit = limit
    self.clock = clock
  }

  isolated deinit { cancel() }

  /// Whether a task is waiting or running, or the time of a throttle has not passed.
  public var isActive: Bool { !tasks.isEmpty }

  /// Runs a task as the limit says.
  public func run(_ work: @escaping @MainActor () async -> Void) {
    let clock = clock
    switch limit {
    case .delay(let time):
      start { try await Self.run(work, after: time, clock) }
    case .debounce(let time):
      cancel()
      start { try await Self.run(work, after: time, clock) }
    case .throttle(let time):
      if !isActive { start { try await Self.run(work, forAtLeast: time, clock) } }
    case .ping(let pause):
      cancel()
      start {
        while true {
          await work()
          try await clock.sleep(for: pause)
        }
      }
    }
  }

  /// Requests an object's content again, as the limit says.
  public func refetch(_ object: any FetchableObject) {
    run { [weak object] in await object?.refetch() }
  }

  /// Cancels all tasks.
  public func cancel() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  private func start(_ body: @escaping @MainActor () async throws -> Void) {
    count += 1
    let number = count
    tasks[number] = Task { [weak self] in
      try? await body()
      self?.tasks[number] = nil
    }
  }

  private static func run(
    _ work: @MainActor () async -> Void, after time: Duration, _ clock: any Clock<Duration>
  ) async throws {
    try await clock.sleep(for: time)
    await work()
  }

  private static func run(
    _ work: @MainActor () async -> Void, forAtLeast time: Duration, _ clock: some Clock<Duration>
  ) async throws {
    let end = clock.now.advanced(by: time)
    await work()
    try await clock.sleep(until: end, tolerance: nil)
  }
}
