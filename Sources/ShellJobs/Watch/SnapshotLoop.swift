import CoreLoop
import ShellOutput
import ShellRuntime

/// Takes snapshots: one at once, and another after each change, pause or failure.
@MainActor
final class SnapshotLoop {
  /// How long to wait for further changes before a run.
  static let settling = Duration.milliseconds(100)
  /// The first and the longest pause after a failure.
  static let pauses = Duration.seconds(1)...Duration.seconds(30)

  /// How long a run may take before it counts as late, in seconds.
  static let patience = 5

  private let source: SnapshotSource
  private let clock: any Clock<Duration>
  private var task: Task<Void, any Error>?
  private var isStopped = false

  init(_ source: SnapshotSource, clock: any Clock<Duration>) {
    self.source = source
    self.clock = clock
  }

  /// Ends the loop: ``run(_:)`` returns.
  func stop() {
    isStopped = true
    task?.cancel()
  }

  /// Takes snapshots until it is cancelled or stopped.
  ///
  /// While a run takes longer than ``patience``, calls `late` each second with the seconds since its start. Throws
  /// the error of the first run if the statement itself is invalid.
  func run(
    late: (@MainActor (_ seconds: Int) -> Void)? = nil,
    _ show: @escaping @MainActor (Snapshot) throws -> Void
  ) async throws {
    let task = Task { try await self.repeatRuns(late, show) }
    self.task = task
    do {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch is CancellationError where isStopped {
      // SIGTERM.
    }
  }

  private func take(
    _ late: (@MainActor (Int) -> Void)?
  ) async throws -> (Snapshot, next: Waiter<Void, any Error>) {
    let timer = late.map { late in
      Task { [clock] in try await Self.report(late, by: clock) }
    }
    defer { timer?.cancel() }
    return try await source.take()
  }

  /// Calls `late` each second once a run is late, until the task is cancelled.
  static func report(
    _ late: @MainActor (_ seconds: Int) -> Void, by clock: any Clock<Duration>
  ) async throws {
    var seconds = patience
    try await clock.sleep(for: .seconds(seconds))
    while true {
      // The run may have ended after the sleep did.
      try Task.checkCancellation()
      late(seconds)
      try await clock.sleep(for: .seconds(1))
      seconds += 1
    }
  }

  private func repeatRuns(
    _ late: (@MainActor (Int) -> Void)?, _ show: (Snapshot) throws -> Void
  ) async throws {
    var pause = Self.pauses.lowerBound
    var isFirst = true
    while true {
      let (snapshot, next) = try await take(late)
      try Task.checkCancellation()
      if let error = snapshot.error, isFirst, error.isMisuse { throw error }
      isFirst = false
      try show(snapshot)
      var delay = source.every
      if snapshot.error != nil {
        delay = min(delay ?? pause, pause)
        pause = min(pause * 2, Self.pauses.upperBound)
      } else {
        pause = Self.pauses.lowerBound
      }
      if let delay {
        guard try await next.value(within: delay, on: clock) != nil else { continue }
      } else {
        try await next.valueUnlessCancelled()
      }
      try await clock.sleep(for: Self.settling)
    }
  }
}

extension ShellError {
  /// Whether the statement itself is invalid, so that it would fail again.
  fileprivate var isMisuse: Bool {
    switch code {
    case .syntax, .unknownCommand, .usage: true
    default: false
    }
  }
}
