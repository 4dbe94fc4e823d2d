public import Observation

/// Asks a service for something that takes it time, such as a report, until it is done.
///
/// ```swift
/// let report = Polling<Report>(clock: context.clock) {
///   let job = try await service.job(id)
///   return switch job.status {
///   case .waiting: .notReady(.seconds(5))
///   case .running: .ready(job.report, .seconds(1))
///   case .done: .done(job.report)
///   }
/// }
/// let whole = try await report.run()
/// ```
@Observable @MainActor
public final class Polling<Value: Sendable> {
  /// What the service answers.
  public enum Answer: Sendable {
    /// There is nothing yet; the next question follows after a pause.
    case notReady(Duration)
    /// There is a part, or an older value; the next question follows after a pause.
    case ready(Value, Duration)
    /// This is the value.
    case done(Value)
  }

  /// The value received last; nil if there is none yet.
  public private(set) var value: Value?

  /// Whether ``value`` is the last one.
  public private(set) var isDone = false

  private let clock: any Clock<Duration>
  private let ask: () async throws -> Answer

  /// Creates a poll, which asks nothing yet.
  ///
  /// - Parameters:
  ///   - clock: measures the pauses.
  ///   - ask: asks the service once.
  public init(
    clock: any Clock<Duration> = ContinuousClock(), _ ask: @escaping () async throws -> Answer
  ) {
    self.clock = clock
    self.ask = ask
  }

  /// Asks until the value is done, in the caller's task.
  ///
  /// - Parameter show: called with each value, the last one included.
  /// - Returns: the last value.
  /// - Throws: what `ask` and `show` throw; `CancellationError` if the task is cancelled. The value that
  ///   is there stays.
  @discardableResult
  public func run(_ show: (Value) async throws -> Void = { _ in }) async throws -> Value {
    isDone = false
    while true {
      let answer = try await ask()
      try Task.checkCancellation()
      switch answer {
      case .notReady(let pause):
        try await clock.sleep(for: pause)
      case .ready(let value, let pause):
        self.value = value
        try await show(value)
        try await clock.sleep(for: pause)
      case .done(let value):
        self.value = value
        isDone = true
        try await show(value)
        return value
      }
    }
  }
}
