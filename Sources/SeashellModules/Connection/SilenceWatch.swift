/// Calls a handler when a request waits and the module sends nothing for too long.
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

  func start(_ onSilence: @escaping () -> Void) { self.onSilence = onSilence }

  func beginWait() {
    if waits == 0 { lastWord = elapsed() }
    waits += 1
    // One task serves all calls, since a cancelled sleep keeps its memory until its time is up.
    if task == nil, onSilence != nil { task = Task { [weak self] in await self?.run() } }
  }

  func endWait() { waits -= 1 }

  /// Records that the module sent something.
  func heard() { lastWord = elapsed() }

  func beginQuestion() { questions += 1 }

  func endQuestion() {
    questions -= 1
    heard()
  }

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
  func stopwatch() -> () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
