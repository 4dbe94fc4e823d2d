import CCurl
import CoreSystem
import Glibc
import Synchronization
import WebMessages

/// The queue of commands to libcurl's thread, which it also wakes.
final class CurlLoop: Sendable {
  enum Command: Sendable {
    case start(CurlExchange)
    case end(CurlExchange)
    /// The response's reader has made room.
    case resume(CurlExchange)
    /// The request's body has more to send.
    case feed(CurlExchange)
    case stop
  }

  private struct State {
    var commands: [Command] = []
    var isStarted = false
    var isAsleep = false
  }

  private let state = Mutex(State())

  /// Whether there are commands; read without the lock in each round.
  private let hasCommands = Atomic(false)

  /// The descriptor that wakes the thread.
  ///
  /// Unlike libcurl's own sockets, child processes do not inherit it.
  let bell = ccurl_bell()

  private let run: @Sendable (CurlLoop) -> Void

  /// Creates a loop.
  ///
  /// - Parameter run: carries out commands until it receives `stop`; called on its own thread.
  init(_ run: @escaping @Sendable (CurlLoop) -> Void) {
    self.run = run
  }

  deinit {
    close(bell)
  }

  /// Sends a command to the thread; the first request starts the thread.
  func submit(_ command: Command) {
    let (isFirst, isAsleep) = state.withLock { state in
      state.commands.append(command)
      hasCommands.store(true, ordering: .releasing)
      defer {
        state.isAsleep = false
        if case .start = command { state.isStarted = true }
      }
      if case .start = command { return (!state.isStarted, state.isAsleep) }
      return (false, state.isAsleep)
    }
    if isAsleep { ring() }
    if isFirst, !BlockingThread.start(receivesSignals: false, { self.run(self) }) {
      failRequests("cannot start a thread for libcurl")
    }
  }

  /// Stops the thread and ends all transfers.
  func stop() { submit(.stop) }

  /// Returns and clears the commands.
  func take() -> [Command] {
    guard hasCommands.exchange(false, ordering: .acquiring) else { return [] }
    return state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Prepares to sleep; the next command then rings the bell.
  ///
  /// - Returns: false if there are commands already.
  func fallAsleep() -> Bool {
    state.withLock { state in
      state.isAsleep = state.commands.isEmpty
      return state.isAsleep
    }
  }

  /// Ends the sleep; later commands do not ring the bell.
  func wakeUp() {
    let wasRung = state.withLock { state in
      defer { state.isAsleep = false }
      return !state.isAsleep
    }
    guard wasRung else { return }
    var count: UInt64 = 0
    _ = read(bell, &count, 8)
  }

  private func ring() {
    var one: UInt64 = 1
    _ = write(bell, &one, 8)
  }

  /// Fails the requests that were submitted; the next one starts the thread again.
  func failRequests(_ reason: String, isLasting: Bool = false) {
    let commands = state.withLock { state in
      defer { state.commands = [] }
      state.isStarted = false
      return state.commands
    }
    for case .start(let exchange) in commands {
      exchange.upload?.close()
      exchange.response.fail(
        TransportError(.unconnected, reason: reason, isLasting: isLasting))
    }
  }
}
