package import CoreSystem
import ShellOutput
import Dispatch
import Glibc
import Synchronization

/// Carries the user's wish that what runs shall end: a flag, which loops read, and the waits that are
/// to be cancelled, the innermost first.
package final class Interrupts: Sendable {
  /// What was waited for was cancelled, and ignores that.
  struct Abandoned: ShellErrorConvertible {
    var shellError: ShellError { .interrupted }
  }

  /// Says that the user asked for what runs to end.
  package let flag = SharedFlag()

  /// Says that a program such as a pager has the terminal, and hears Ctrl-C as well: the user may
  /// mean it alone, however often.
  package let isShared = SharedFlag()

  /// Hears that the process is asked to end, for a command that has something to finish first.
  let termination: Termination

  private let hearsSignal: Bool
  private let willEnd: @Sendable () -> Void
  private let state = Mutex(State())

  private struct State {
    var source: (any DispatchSourceRead)?
    /// The outermost first.
    var waits: [Wait] = []
    var waitCount = 0
    /// Is called once for what a prompt's user interrupts; nil in a script.
    var wasInterrupted: (@Sendable () -> Void)?
    /// How often a prompt's user asked since the main actor last took a turn.
    var unanswered = 0
    var wishes = InterruptPolicy()
  }

  /// What ends a wait.
  private struct Wait {
    let id: Int
    let cancel: @Sendable () -> Void
    /// Ends the wait though what is waited for goes on.
    let abandon: (@Sendable () -> Void)?
  }

  /// How often the user asks in vain before the process ends.
  private static let mostUnanswered = 3

  /// How long the main actor has to answer the last time, in milliseconds.
  private static let patience: Int32 = 500

  /// Makes one that ``raise()`` raises.
  ///
  /// - Parameters:
  ///   - hearsSignal: whether SIGINT does so too, once `listen()` was called.
  ///   - willEnd: is called before SIGINT ends the process, on any thread; it puts a terminal back.
  package init(hearsSignal: Bool = false, willEnd: @escaping @Sendable () -> Void = {}) {
    self.hearsSignal = hearsSignal
    self.willEnd = willEnd
    termination = Termination(hearsSignal: hearsSignal)
  }

  /// Whether a prompt reads lines, which hears all signals itself.
  var isAtPrompt: Bool { state.withLock { $0.wasInterrupted != nil } }

  /// How often a prompt's user asked since the main actor last took a turn, for tests.
  var unansweredCount: Int { state.withLock { $0.unanswered } }

  /// Whether something is waited for that can be cancelled, for tests.
  var isWaiting: Bool { state.withLock { !$0.waits.isEmpty } }

  /// Begins to hear SIGINT; a second time does nothing.
  ///
  /// The shell calls it before it first waits and once a script has run for some milliseconds: until
  /// then SIGINT ends the process as it ends any, and a short run starts no thread for it. The signal
  /// comes on a queue of its own, so that it is heard while the main actor is busy. In a script a
  /// second signal ends the process: what heeds neither flag nor cancelling cannot hold its user.
  func listen() {
    guard hearsSignal else { return }
    state.withLock { state in
      guard state.source == nil, let pipe = try? Pipe(blocks: false) else { return }
      SignalWriter.forward(SIGINT, to: pipe.writing)
      let source = DispatchSource.makeReadSource(
        fileDescriptor: pipe.reading, queue: DispatchQueue(label: "seashell.interrupts"))
      source.setEventHandler { @Sendable [unowned self] in
        // Signals that came together are one wish.
        if !SignalWriter.take(from: pipe.reading).isEmpty { hear() }
      }
      source.activate()
      state.source = source
    }
  }

  /// Begins a prompt, where what is interrupted does not end the shell.
  ///
  /// - Parameter wasInterrupted: is called once for what is interrupted, on any thread.
  func beginPrompt(wasInterrupted: @escaping @Sendable () -> Void) {
    state.withLock { $0.wasInterrupted = wasInterrupted }
    listen()
  }

  /// Forgets that the user asked: what comes next is run anew.
  func lower() {
    flag.lower()
    state.withLock { $0.wishes = InterruptPolicy() }
  }

  func hear() {
    let isAtPrompt = isAtPrompt
    if isAtPrompt { watchMainActor() }
    if isShared.isRaised { return raise() }
    guard isAtPrompt else {
      if flag.isRaised { end() }
      return raise()
    }
    press(at: MonotonicTime.precise())
  }

  /// Ends the process where the user asks again and again and a command holds the main actor, which
  /// heeds nothing that is asked of it.
  private func watchMainActor() {
    let count = state.withLock { state in
      state.unanswered += 1
      return state.unanswered
    }
    DispatchQueue.main.async { @Sendable [self] in state.withLock { $0.unanswered = 0 } }
    if count == Self.mostUnanswered { MainActorWatch.ifSilent(for: Self.patience) { self.end() } }
  }

  /// Hears of a wish at a prompt.
  ///
  /// - Parameter time: when, in nanoseconds of ``MonotonicTime``.
  func press(at time: Int64) {
    let (meaning, wait) = state.withLock { state in
      (state.wishes.meaning(ofOneAt: time), state.waits.last)
    }
    switch meaning {
    case .cancel:
      state.withLock { $0.wasInterrupted }?()
      raise()
    case .abandon: wait?.abandon?()
    case .end: end()
    case .nothing: break
    }
  }

  private func end() {
    ProgramStage.terminateAll()
    willEnd()
    signal(SIGINT, SIG_DFL)
    kill(getpid(), SIGINT)
  }

  /// Asks for what runs to end.
  package func raise() {
    flag.raise()
    state.withLock { $0.waits.last }?.cancel()
  }

  /// Waits for a body, which is cancelled when the user asks for it.
  ///
  /// The body starts at once, and no thread is changed where it does not wait.
  ///
  /// - Throws: what the body throws; ``Abandoned`` where, at a prompt, it ignored being cancelled.
  @MainActor
  func cancelling<Value: Sendable>(
    _ body: @escaping @MainActor () async throws -> Value
  ) async throws -> Value {
    listen()
    let task = CancellationHandle()
    // Nobody owns the task of a body that was abandoned: it is what its name says. The outcome is
    // waited for in place of the task's value, which would go to the pool and back.
    let first = FirstOutcome<Value>()
    let abandon = { @Sendable in first.settle(.failure(Abandoned())) }
    let wait = push(cancel: { task.cancel() }, abandon: isAtPrompt ? abandon : nil)
    defer { remove(wait) }
    if flag.isRaised { task.cancel() }
    let running = Task.immediate {
      do {
        first.settle(.success(try await body()))
      } catch {
        first.settle(.failure(error))
      }
    }
    task.begin { running.cancel() }
    return try await withTaskCancellationHandler {
      try await first.value()
    } onCancel: {
      task.cancel()
    }
  }

  private func push(
    cancel: @escaping @Sendable () -> Void, abandon: (@Sendable () -> Void)? = nil
  ) -> Int {
    state.withLock { state in
      state.waitCount += 1
      state.waits.append(Wait(id: state.waitCount, cancel: cancel, abandon: abandon))
      return state.waitCount
    }
  }

  private func remove(_ id: Int) {
    state.withLock { $0.waits.removeAll { $0.id == id } }
  }
}
