import CoreLoop
import CoreSystem
import Glibc
import Synchronization

/// Handles SIGTERM for commands that finish their work before the process ends.
///
/// | phase | input | what happens | next phase |
/// |---|---|---|---|
/// | unhandled | SIGTERM | the process ends | |
/// | unhandled | `begin(handlesSignal:)` | the signal's handler is installed | handled |
/// | handled | the last `end()` | the previous handler is restored | unhandled |
/// | handled | SIGTERM, `request()` | waiting commands continue; default handler | requested |
/// | requested | SIGTERM | the process ends | |
/// | requested | `wait(handlesSignal:)` | returns at once | requested |
///
/// At a prompt the shell handles SIGTERM itself, so commands pass `handlesSignal: false`.
package final class Termination: Sendable {
  private struct Shared {
    var isRequested = false
    /// The handler to restore; nil while unhandled.
    var previous: sigaction?
    /// The number of calls of `begin` that `end` has not balanced yet.
    var users = 0
    var waiters: [Waiter<Void, any Error>] = []
  }

  /// How long a command that blocks the main actor may delay the end of the process, in milliseconds.
  private static let patience: Int32 = 1_000

  private let handlesSignal: Bool
  private let state = Mutex(Shared())

  /// - Parameter handlesSignal: whether SIGTERM is handled; otherwise only `request()` counts.
  init(handlesSignal: Bool) {
    self.handlesSignal = handlesSignal
  }

  /// Whether the process was asked to end while a command was handling that.
  package var isRequested: Bool { state.withLock { $0.isRequested } }

  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Asks the process to end; the next SIGTERM ends it at once.
  func request() {
    let waiters = state.withLock { state in
      state.isRequested = true
      if state.previous != nil { signal(SIGTERM, SIG_DFL) }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.settle() }
  }

  /// Waits until the process is asked to end.
  ///
  /// - Parameter handlesSignal: whether SIGTERM is handled meanwhile.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func wait(handlesSignal: Bool) async throws {
    begin(handlesSignal: handlesSignal)
    let waiter = Waiter<Void, any Error>()
    let isRequested = state.withLock { state in
      if !state.isRequested { state.waiters.append(waiter) }
      return state.isRequested
    }
    defer {
      state.withLock { state in state.waiters.removeAll { $0 === waiter } }
      end()
    }
    if !isRequested { try await waiter.valueUnlessCancelled() }
  }

  /// Starts handling SIGTERM, unless it is handled already; `end()` balances each call.
  package func begin(handlesSignal isWanted: Bool) {
    let installs = isWanted && handlesSignal
    state.withLock { state in
      state.users += 1
      guard installs, state.previous == nil else { return }
      state.previous = SignalThread.handle(SIGTERM) { [self] in
        request()
        MainActorWatch.ifSilent(for: Self.patience) { kill(getpid(), SIGTERM) }
      }
    }
  }

  /// Balances a call of `begin(handlesSignal:)`.
  ///
  /// The last call restores the previous handler, unless the signal has arrived.
  package func end() {
    state.withLock { state in
      state.users -= 1
      guard state.users == 0, !state.isRequested, var previous = state.previous else { return }
      sigaction(SIGTERM, &previous, nil)
      state.previous = nil
    }
  }
}
