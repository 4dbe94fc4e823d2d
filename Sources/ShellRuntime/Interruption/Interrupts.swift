import CoreLoop
package import CoreSystem
import ShellOutput
import Glibc
import Synchronization

/// Delivers Ctrl-C to the running statement: through a flag, which loops check, and by cancelling the
/// innermost wait.
///
/// `InterruptMachine` decides the effect of each Ctrl-C; this type performs the actions.
package final class Interrupts: Sendable {
  /// Thrown if a wait was abandoned, because its body ignored cancellation.
  struct Abandoned: ShellErrorConvertible {
    var shellError: ShellError { .interrupted }
  }

  /// Raised when the running statement is to end.
  package let flag: SharedFlag

  /// Raised while a program such as a pager shares the terminal and receives Ctrl-C too.
  package let isShared = SharedFlag()

  /// Handles SIGTERM for commands that finish their work before the process ends.
  package let termination: Termination

  private let handlesSignal: Bool
  private let willEnd: @Sendable () -> Void
  private let state = Mutex(Locked())

  private struct Locked {
    var machine = InterruptMachine()
    var isListening = false
    /// The waits that can be cancelled, outermost first.
    var waits: [Wait] = []
    var lastWait = 0
    /// Called once for each statement interrupted at a prompt.
    var wasInterrupted: (@Sendable () -> Void)?
  }

  private struct Wait {
    let id: Int
    let cancel: @Sendable () -> Void
    /// Ends the wait while its body continues; nil in a script.
    let abandon: (@Sendable () -> Void)?
  }

  /// How long the main actor may take to react to the last Ctrl-C, in milliseconds.
  ///
  /// On a busy machine, a main actor that was not stuck has taken more than half a second.
  private static let patience: Int32 = 2_000

  /// Creates the interrupts of a shell.
  ///
  /// - Parameters:
  ///   - outer: interrupts that are also these ones: those of the statement that the shell is a part of.
  ///   - handlesSignal: whether SIGINT interrupts after `listen()` was called; otherwise only ``raise()``
  ///     does.
  ///   - willEnd: restores the terminal; called on any thread before SIGINT ends the process.
  package init(
    inside outer: Interrupts? = nil, handlesSignal: Bool = false,
    willEnd: @escaping @Sendable () -> Void = {}
  ) {
    flag = SharedFlag(inside: outer?.flag)
    self.handlesSignal = handlesSignal
    self.willEnd = willEnd
    termination = Termination(handlesSignal: handlesSignal)
  }

  /// Whether there is a prompt, which handles SIGINT and SIGTERM itself.
  package var isAtPrompt: Bool { state.withLock { $0.machine.isAtPrompt } }

  /// Whether a Ctrl-C has arrived but was not handled yet; input typed after it must wait.
  ///
  /// It is false for the short time before the signal's handler runs.
  package var isPending: Bool {
    state.withLock { $0.isListening } && SignalThread.isPending(SIGINT)
  }

  var unansweredCount: Int { state.withLock { $0.machine.unansweredCount } }

  var isWaiting: Bool { state.withLock { !$0.waits.isEmpty } }

  /// Starts handling SIGINT; later calls do nothing.
  ///
  /// The shell calls it before its first wait, and when a script has run for some milliseconds. Until then
  /// SIGINT ends the process by default, so a short run needs no extra thread. The signal is handled on its
  /// own thread, even while the main actor is busy.
  package func listen() {
    guard handlesSignal else { return }
    state.withLock { state in
      guard !state.isListening else { return }
      state.isListening =
        SignalThread.handle(SIGINT) { [weak self] in self?.handleSignal() } != nil
    }
  }

  /// Begins a prompt, where Ctrl-C ends a statement but not the shell.
  ///
  /// - Parameter wasInterrupted: called once for each interrupted statement, on any thread.
  func beginPrompt(wasInterrupted: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.machine.isAtPrompt = true
      state.wasInterrupted = wasInterrupted
    }
    listen()
  }

  /// Clears the interruption before the prompt reads the next line.
  package func reset() {
    flag.lower()
    state.withLock { $0.machine.reset() }
  }

  /// `time` is in nanoseconds of ``MonotonicTime``.
  func handleSignal(at time: Int64 = MonotonicTime.precise()) {
    if isAtPrompt { watchMainActor(at: time) }
    press(at: time)
  }

  /// Ends the process if the user keeps pressing Ctrl-C while a command blocks the main actor.
  private func watchMainActor(at time: Int64) {
    let needsCheck = state.withLock { $0.machine.countPress(at: time) }
    MainLoop.shared.post { [self] in
      state.withLock { $0.machine.mainActorTookTurn() }
    }
    if needsCheck { MainActorWatch.ifSilent(for: Self.patience) { self.endProcess() } }
  }

  /// `time` is in nanoseconds of ``MonotonicTime``.
  func press(at time: Int64) {
    let isShared = isShared.isRaised
    let (action, wait, wasInterrupted) = state.withLock { state in
      (
        state.machine.press(at: time, isShared: isShared), state.waits.last,
        state.wasInterrupted
      )
    }
    switch action {
    case .none: break
    case .cancel: raise()
    case .announceAndCancel:
      wasInterrupted?()
      raise()
    case .abandon: wait?.abandon?()
    case .endProcess: endProcess()
    }
  }

  /// Ends the process with SIGINT itself, so that its parent sees why it ended (signal(7)).
  private func endProcess() {
    ProgramStage.terminateAll()
    willEnd()
    signal(SIGINT, SIG_DFL)
    kill(getpid(), SIGINT)
  }

  /// Interrupts the running statement: raises the flag and cancels the innermost wait.
  package func raise() {
    raiseFlag()
    state.withLock { $0.waits.last }?.cancel()
  }

  /// Keeps further commands of the statement from running, but cancels no wait.
  func raiseFlag() {
    flag.raise()
    state.withLock { $0.machine.request() }
  }

  /// Waits for a body, and cancels it when the statement is interrupted.
  ///
  /// The body starts at once, and stays on the same thread until it suspends.
  ///
  /// - Parameter canAbandon: whether a second Ctrl-C at a prompt abandons the body.
  /// - Throws: what the body throws; `Abandoned` if, at a prompt, the body ignored cancellation.
  @MainActor
  package func cancelling<Value: Sendable>(
    canAbandon: Bool = true, _ body: @escaping @MainActor () async throws -> Value
  ) async throws -> Value {
    listen()
    let task = CancellationHandle()
    // An abandoned body's task deliberately has no owner. The outcome is awaited instead of the task's value,
    // which would hop to the pool and back.
    let first = Waiter<Value, any Error>()
    let abandon = { @Sendable in _ = first.settle(.failure(Abandoned())) }
    let wait = push(cancel: { task.cancel() }, abandon: canAbandon && isAtPrompt ? abandon : nil)
    defer { remove(wait) }
    if flag.isRaised { task.cancel() }
    let running = Task.immediate {
      do {
        first.settle(.success(try await body()))
      } catch {
        first.settle(.failure(error))
      }
    }
    task.attach { running.cancel() }
    return try await withTaskCancellationHandler {
      try await first.value()
    } onCancel: {
      task.cancel()
    }
  }

  /// Waits for the prompt's next line, and cancels the wait on Ctrl-C.
  @MainActor
  func readingLine<Value: Sendable>(
    _ body: @escaping @MainActor () async throws -> Value
  ) async throws -> Value {
    state.withLock { $0.machine.isReadingLine = true }
    defer { state.withLock { $0.machine.isReadingLine = false } }
    return try await cancelling(canAbandon: false, body)
  }

  private func push(
    cancel: @escaping @Sendable () -> Void, abandon: (@Sendable () -> Void)?
  ) -> Int {
    state.withLock { state in
      state.lastWait += 1
      state.waits.append(Wait(id: state.lastWait, cancel: cancel, abandon: abandon))
      return state.lastWait
    }
  }

  private func remove(_ id: Int) {
    state.withLock { $0.waits.removeAll { $0.id == id } }
  }
}
