import CoreSystem
import ShellCommands
import Glibc
import Synchronization

/// Hears SIGTERM while a command waits for it; at any other time the signal ends the process as it
/// ends any.
final class Termination: Sendable {
  private struct State {
    var isHeard = false
    var pipe: Pipe?
    var before: sigaction?
    /// How many wait, or hear without waiting.
    var listeners = 0
    var nextWaiter = 0
    var waiters: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  /// How long a command that holds the main actor may keep the process from ending, in milliseconds.
  private static let patience: Int32 = 1_000

  private let hearsSignal: Bool
  private let state = Mutex(State())

  /// - Parameter hearsSignal: whether SIGTERM is heard; otherwise only ``raise()`` is.
  init(hearsSignal: Bool) {
    self.hearsSignal = hearsSignal
  }

  /// Whether the process was asked to end while a command waited for that.
  var isHeard: Bool { state.withLock { $0.isHeard } }

  /// How many wait, for tests.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Asks the process to end; the next SIGTERM ends it at once.
  func raise() {
    let waiters = state.withLock { state in
      state.isHeard = true
      if state.before != nil { signal(SIGTERM, SIG_DFL) }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  /// Waits until the process is asked to end.
  ///
  /// - Parameter isHearing: whether that is to be heard here, where it is nowhere else.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func wait(hearing isHearing: Bool) async throws {
    let id = begin(hearing: isHearing)
    defer { end() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isHeard = state.withLock { state in
          if !state.isHeard { state.waiters.append((id, continuation)) }
          return state.isHeard
        }
        if isHeard { continuation.resume() } else if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Int) {
    let cancelled = state.withLock { state in
      state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
    }
    cancelled?.continuation.resume(throwing: CancellationError())
  }

  /// Begins to hear the signal, if it is heard at all and nowhere else.
  func begin(hearing isHearing: Bool) -> Int {
    let isHearing = isHearing && hearsSignal
    return state.withLock { state in
      state.nextWaiter += 1
      state.listeners += 1
      guard isHearing, state.before == nil else { return state.nextWaiter }
      if state.pipe == nil, let pipe = try? Pipe(blocks: false) {
        state.pipe = pipe
        // For as long as the process lives: there is one.
        BlockingThread.run { [self] in listen(to: pipe.reading) }
      }
      if let pipe = state.pipe { state.before = SignalWriter.forward(SIGTERM, to: pipe.writing) }
      return state.nextWaiter
    }
  }

  /// Leaves the signal to whoever had it, once nobody hears it; but not one that has come.
  func end() {
    state.withLock { state in
      state.listeners -= 1
      guard state.listeners == 0, !state.isHeard, var before = state.before else { return }
      sigaction(SIGTERM, &before, nil)
      state.before = nil
    }
  }

  private func listen(to pipe: Int32) {
    var waited = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    while true {
      guard poll(&waited, 1, -1) >= 0 || errno == EINTR else { return }
      guard !SignalWriter.take(from: pipe).isEmpty else { continue }
      raise()
      MainActorWatch.ifSilent(for: Self.patience) { kill(getpid(), SIGTERM) }
    }
  }
}

extension Shell: CommandHost {
  package func report(_ notice: String) {
    if !settings.isQuiet { streams.tell(notice) }
  }

  package func beginHandlingTermination() {
    _ = interrupts.termination.begin(hearing: !interrupts.isAtPrompt)
  }

  package func endHandlingTermination() { interrupts.termination.end() }

  package func waitForTermination() async throws {
    try await interrupts.termination.wait(hearing: !interrupts.isAtPrompt)
  }
}

extension Shell {
  /// Does what SIGTERM does to a command that waits for it.
  package func terminate() {
    interrupts.termination.raise()
  }
}
