import Glibc
import Synchronization

/// Hears SIGTERM while a command waits for it; at any other time the signal ends the process as it
/// ends any.
final class Termination: Sendable {
  private struct State {
    var isHeard = false
    var pipe: (reading: Int32, writing: Int32)?
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

  /// Hears the signal while a body runs, whether it waits for it at the time or not.
  ///
  /// - Parameter isHearing: whether it is to be heard here, where it is nowhere else.
  func hear<CellValue>(
    _ isHearing: Bool, during body: () async throws -> CellValue
  ) async rethrows -> CellValue {
    _ = begin(hearing: isHearing && hearsSignal)
    defer { end() }
    return try await body()
  }

  /// Waits until the process is asked to end.
  ///
  /// - Parameter isHearing: whether that is to be heard here, where it is nowhere else.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func wait(hearing isHearing: Bool) async throws {
    let id = begin(hearing: isHearing && hearsSignal)
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

  private func begin(hearing isHearing: Bool) -> Int {
    state.withLock { state in
      state.nextWaiter += 1
      state.listeners += 1
      guard isHearing, state.before == nil else { return state.nextWaiter }
      if state.pipe == nil, let pipe = SignalWriter.makePipe() {
        state.pipe = pipe
        // For as long as the process lives: there is one.
        BlockingThread.run { [self] in listen(to: pipe.reading) }
      }
      if let pipe = state.pipe { state.before = SignalWriter.hear(SIGTERM, writing: pipe.writing) }
      return state.nextWaiter
    }
  }

  /// Leaves the signal to whoever had it, once nobody hears it; but not one that has come.
  private func end() {
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

extension Invocation {
  /// Has SIGTERM heard for as long as a body runs, and not only while it waits for it.
  ///
  /// It is for a command that has something to tidy up from its beginning on: a signal that comes
  /// before ``untilTerminated()`` is kept for it. Whatever in the body takes long is to be given up
  /// when the signal comes.
  public func hearingTermination<CellValue>(
    _ body: () async throws -> CellValue
  ) async rethrows -> CellValue {
    let interrupts = shell.interrupts
    return try await interrupts.termination.hear(!interrupts.isAtPrompt, during: body)
  }

  /// Waits until the process is asked to end by SIGTERM, which then leaves the command the time to
  /// finish what it has begun.
  ///
  /// It is for a command that runs until it is told to stop. When the command has returned, the shell
  /// ends as well, whatever its script says after it; a second SIGTERM ends the process at once. At a
  /// prompt the shell itself hears the signal, and cancels the command.
  ///
  /// - Throws: `CancellationError` where the user interrupts the command.
  public func untilTerminated() async throws {
    try await shell.interrupts.termination.wait(hearing: !shell.interrupts.isAtPrompt)
  }
}

extension Shell {
  /// Does what SIGTERM does to a command that waits for it.
  package func terminate() {
    interrupts.termination.raise()
  }
}
