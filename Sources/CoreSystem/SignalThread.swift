package import Glibc
import Synchronization

/// Handles signals on one thread of the process, however busy or blocked its other threads are.
///
/// The thread starts when the first handler is set, so a short run has none.
package enum SignalThread {
  private struct State {
    var pipe: Pipe?
    var handlers: [Int32: @Sendable () -> Void] = [:]
    /// Signals that were taken from the pipe and are being handled.
    var current: Set<Int32> = []
  }

  private static let state = Mutex(State())

  /// Calls a function on the signal thread when a signal arrives; signals that arrive together count once.
  ///
  /// It replaces the function that was set for the signal before.
  ///
  /// - Returns: the previous action, to restore with `sigaction`; nil if the process cannot open a pipe,
  ///   and nothing has changed.
  @discardableResult
  package static func handle(
    _ number: Int32, _ handler: @escaping @Sendable () -> Void
  ) -> sigaction? {
    state.withLock { state in
      guard let pipe = state.pipe ?? start() else { return nil }
      state.pipe = pipe
      state.handlers[number] = handler
      return SignalWriter.forward(number, to: pipe.writing)
    }
  }

  /// Whether a handled signal has arrived and its handler has not returned yet.
  ///
  /// It may also be true for a moment when another signal has arrived.
  package static func isPending(_ number: Int32) -> Bool {
    state.withLock { state in
      guard let pipe = state.pipe else { return false }
      var request = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
      return state.current.contains(number) || poll(&request, 1, 0) > 0
    }
  }

  private static func start() -> Pipe? {
    guard let pipe = try? Pipe(blocks: false) else { return nil }
    let run = { @Sendable in serve(pipe.reading) }
    if !BlockingThread.start(receivesSignals: false, run) { BlockingThread.run(run) }
    return pipe
  }

  private static func serve(_ pipe: Int32) {
    var request = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, -1) >= 0 || errno == EINTR {
      // Under the lock, so that the signal stays pending until its handler has returned.
      let handlers = state.withLock { state in
        state.current = SignalWriter.take(from: pipe)
        return state.current.compactMap { state.handlers[$0] }
      }
      for handler in handlers { handler() }
      state.withLock { $0.current = [] }
    }
  }
}
