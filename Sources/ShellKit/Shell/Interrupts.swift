import Dispatch
import Glibc
import Synchronization

/// Carries the user's wish that what runs shall end: a flag, which loops read, and the task that is
/// to be cancelled.
package final class Interrupts: Sendable {
  /// Says that the user asked for what runs to end.
  package let flag = Flag()

  private let hearsSignal: Bool
  private let state = Mutex(State())

  private struct State {
    var cancel: (@Sendable () -> Void)?
    var source: (any DispatchSourceRead)?
  }

  /// Makes one that ``raise()`` raises.
  ///
  /// - Parameter hearsSignal: whether SIGINT does so too, once ``listen()`` was called.
  package init(hearsSignal: Bool = false) {
    self.hearsSignal = hearsSignal
  }

  /// Begins to hear SIGINT; a second time does nothing.
  ///
  /// The shell calls it before it first waits and once a script has run for some milliseconds: until
  /// then SIGINT ends the process as it ends any, and a short run starts no thread for it. The signal
  /// comes on a queue of its own, so that it is heard while the main actor is busy. A second signal
  /// ends the process: what heeds neither flag nor cancelling cannot hold its user.
  func listen() {
    guard hearsSignal else { return }
    state.withLock { state in
      guard state.source == nil, let pipe = SignalPipe.open(SIGINT) else { return }
      let source = DispatchSource.makeReadSource(
        fileDescriptor: pipe, queue: DispatchQueue(label: "seashell.interrupts"))
      source.setEventHandler { @Sendable [unowned self] in
        var byte: UInt8 = 0
        while read(pipe, &byte, 1) == 1 { hear() }
      }
      source.activate()
      state.source = source
    }
  }

  private func hear() {
    if flag.isRaised {
      signal(SIGINT, SIG_DFL)
      kill(getpid(), SIGINT)
    }
    raise()
  }

  /// Asks for what runs to end.
  package func raise() {
    flag.raise()
    state.withLock { $0.cancel }?()
  }

  /// Sets what cancels the task at hand.
  ///
  /// - Returns: what was set before.
  @discardableResult
  private func exchange(_ cancel: (@Sendable () -> Void)?) -> (@Sendable () -> Void)? {
    state.withLock { state in
      defer { state.cancel = cancel }
      return state.cancel
    }
  }

  /// Waits for a body, which is cancelled when the user asks for it.
  ///
  /// The body starts at once, and no thread is changed where it does not wait.
  ///
  /// - Throws: what the body throws.
  @MainActor
  func cancelling<Result: Sendable>(
    _ body: @escaping @MainActor () async throws -> Result
  ) async throws -> Result {
    listen()
    let task = Task.immediate { try await body() }
    let outer = exchange { task.cancel() }
    defer { exchange(outer) }
    if flag.isRaised { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
