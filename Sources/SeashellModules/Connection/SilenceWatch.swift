/// Calls a handler when a module that is waited for says nothing for too long.
@MainActor
final class SilenceWatch {
  private let bound: Duration
  private let elapsed: () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private var onSilence: (() -> Void)?
  private var task: Task<Void, Never>?
  private var lastWord = Duration.zero
  private var waits = 0
  private var questions = 0

  init(_ bound: Duration, clock: any Clock<Duration>) {
    self.bound = bound
    elapsed = clock.stopwatch()
    sleep = { try await clock.sleep(for: $0) }
  }

  /// Sets what to do after too long a silence.
  func start(_ onSilence: @escaping () -> Void) { self.onSilence = onSilence }

  /// Begins to wait for the module.
  func beginWait() {
    if waits == 0 { lastWord = elapsed() }
    waits += 1
    // One task serves all calls: a cancelled sleep keeps its memory until its time has come.
    if task == nil, onSilence != nil { task = Task { [weak self] in await self?.run() } }
  }

  /// Ends to wait for the module.
  func endWait() { waits -= 1 }

  /// Records that the module said something.
  func heard() { lastWord = elapsed() }

  /// Stops the clock while the module waits for the user.
  func beginQuestion() { questions += 1 }

  /// Lets the clock run again.
  func endQuestion() {
    questions -= 1
    heard()
  }

  /// Ends the watch.
  func stop() {
    onSilence = nil
    task?.cancel()
    task = nil
  }

  private func run() async {
    while waits > 0 {
      let silence = questions > 0 ? .zero : elapsed() - lastWord
      if silence >= bound {
        onSilence?()
        return
      }
      guard (try? await sleep(bound - silence)) != nil else { return }
    }
    task = nil
  }
}

extension Clock where Duration == Swift.Duration {
  /// Returns a function that returns the time since this call.
  func stopwatch() -> () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
