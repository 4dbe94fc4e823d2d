/// Calls a handler when a module has not been used for some time.
@MainActor
final class IdleWatch {
  private let limit: Duration
  private let elapsed: () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private var users = 0
  private var lastUse = Duration.zero
  private var task: Task<Void, Never>?

  /// Returns whether the module is busy although no command uses it; asked when the idle time is over.
  var isBusy: () -> Bool = { false }

  var whenIdle: () -> Void = {}

  init(_ limit: Duration, clock: any Clock<Duration>) {
    self.limit = limit
    elapsed = Self.stopwatch(clock)
    sleep = { try await clock.sleep(for: $0) }
  }

  /// Whether a command uses the module.
  var isUsed: Bool { users > 0 }

  /// Whether several commands use the module.
  var isShared: Bool { users > 1 }

  func begin() { users += 1 }

  func end() {
    users -= 1
    lastUse = elapsed()
    // One task serves all uses, since a cancelled sleep keeps its memory until its time is up.
    if task == nil { task = Task { [weak self] in await self?.run() } }
  }

  func stop() {
    task?.cancel()
    task = nil
  }

  private func run() async {
    while !isUsed {
      let isOver = elapsed() - lastUse >= limit
      if isOver, isBusy() { lastUse = elapsed() }
      let rest = limit - (elapsed() - lastUse)
      guard rest > .zero else {
        task = nil
        return whenIdle()
      }
      guard (try? await sleep(rest)) != nil else { return }
    }
    task = nil
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
