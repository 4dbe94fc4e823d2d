import CoreLoop
package import CoreSystem
import ShellOutput
import Glibc
import Synchronization

/// Delivers Ctrl-C to the running statement: through a flag, which loops read, and by cancelling
/// the innermost wait.
///
/// `InterruptMachine` says what each Ctrl-C does; this type takes the actions.
package final class Interrupts: Sendable {
  /// Thrown if a wait was abandoned, because what it waited for ignored being cancelled.
  struct Abandoned: ShellErrorConvertible {
    var shellError: ShellError { .interrupted }
  }

  /// Raised while the running statement is to end.
  package let flag = SharedFlag()

  /// Raised while a program such as a pager shares the terminal, and receives Ctrl-C too.
  package let isShared = SharedFlag()

  /// Handles SIGTERM for commands that finish something before the process ends.
  package let termination: Termination

  private let handlesSignal: Bool
  private let willEnd: @Sendable () -> Void
  private let state = Mutex(Locked())

  private struct Locked {
    var machine = InterruptMachine()
    var isListening = false
    /// The waits that can be cancelled, the outermost first.
    var waits: [Wait] = []
    var lastWait = 0
    /// Called once for each statement that is interrupted at a prompt.
    var wasInterrupted: (@Sendable () -> Void)?
  }

  private struct Wait {
    let id: Int
    let cancel: @Sendable () -> Void
    /// Ends the wait, though its body goes on; nil in a script.
    let abandon: (@Sendable () -> Void)?
  }

  /// How long the main actor may take to answer the last Ctrl-C, in milliseconds.
  ///
  /// On a busy machine a main actor that is far from stuck has taken more than half a second.
  private static let patience: Int32 = 2_000

  /// Creates the interrupts of a shell.
  ///
  /// - Parameters:
  ///   - handlesSignal: whether SIGINT interrupts, once `listen()` was called; otherwise only
  ///     ``raise()`` does.
  ///   - willEnd: restores the terminal; called on any thread before SIGINT ends the process.
  package init(handlesSignal: Bool = false, willEnd: @escaping @Sendable () -> Void = {}) {
    self.handlesSignal = handlesSignal
    self.willEnd = willEnd
    termination = Termination(handlesSignal: handlesSignal)
  }

  /// Whether a prompt reads lines, which handles SIGINT and SIGTERM itself.
  package var isAtPrompt: Bool { state.withLock { $0.machine.isAtPrompt } }

  /// Whether a Ctrl-C has come and is not handled yet: what was typed after it is to wait for that.
  ///
  /// It is false for the moment in which the signal's handler has not run.
  package var isPending: Bool {
    state.withLock { $0.isListening } && SignalThread.isPending(SIGINT)
  }

  /// The number of presses at a prompt since the main actor last took a turn, for tests.
  var unansweredCount: Int { state.withLock { $0.machine.unansweredCount } }

  /// Whether there is a wait that can be cancelled, for tests.
  var isWaiting: Bool { state.withLock { !$0.waits.isEmpty } }

  /// Starts handling SIGINT; later calls do nothing.
  ///
  /// The shell calls it before it first waits, and once a script has run for some milliseconds.
  /// Until then SIGINT ends the process by default, and a short run starts no thread. The signal
  /// has a thread of its own, so that it is handled while the main actor is busy.
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
  /// - Parameter wasInterrupted: called once for each statement that is interrupted, on any thread.
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

  /// Handles SIGINT.
  ///
  /// - Parameter time: when it was pressed, in nanoseconds of ``MonotonicTime``.
  func handleSignal(at time: Int64 = MonotonicTime.precise()) {
    if isAtPrompt { watchMainActor(at: time) }
    press(at: time)
  }

  /// Ends the process if the user presses again and again while a command blocks the main actor.
  private func watchMainActor(at time: Int64) {
    let needsCheck = state.withLock { $0.machine.countPress(at: time) }
    MainLoop.shared.post { [self] in
      state.withLock { $0.machine.mainActorTookTurn() }
    }
    if needsCheck { MainActorWatch.ifSilent(for: Self.patience) { self.endProcess() } }
  }

  /// Handles Ctrl-C.
  ///
  /// - Parameter time: when it was pressed, in nanoseconds of ``MonotonicTime``.
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

  /// Ends the process by SIGINT itself, so that its parent sees how it ended (signal(7)).
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

  /// Lets no further command of the statement run, but cancels no wait.
  func raiseFlag() {
    flag.raise()
    state.withLock { $0.machine.request() }
  }

  /// Waits for a body, and cancels it when the statement is interrupted.
  ///
  /// The body starts at once; as long as it does not wait, it stays on the same thread.
  ///
  /// - Parameter canAbandon: whether a second Ctrl-C at a prompt leaves the body behind.
  /// - Throws: what the body throws; `Abandoned` if, at a prompt, the body ignored being
  ///   cancelled.
  @MainActor
  package func cancelling<Value: Sendable>(
    canAbandon: Bool = true, _ body: @escaping @MainActor () async throws -> Value
  ) async throws -> Value {
    listen()
    let task = CancellationHandle()
    // An abandoned body's task has no owner on purpose. The outcome is awaited instead of the
    // task's value, because that would go to the pool and back.
    let first = FirstOutcome<Value>()
    let abandon = { @Sendable in first.settle(.failure(Abandoned())) }
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

  /// Waits for the prompt's next line, and cancels it at Ctrl-C.
  ///
  /// - Throws: what the body throws.
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
