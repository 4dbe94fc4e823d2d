import CCurl
import CoreSystem
import Glibc
import Synchronization
import WebMessages

/// What tasks ask of libcurl's thread, and how it hears of it.
final class CurlLoop: Sendable {
  enum Command: Sendable {
    case start(CurlExchange)
    case end(CurlExchange)
    /// The answer's reader has made room.
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

  /// Whether there are commands; it is looked at while the thread is about to fall asleep.
  private let hasCommands = Atomic(false)

  /// What wakes the thread.
  ///
  /// Unlike libcurl's own pair of sockets, programs that are started do not inherit it.
  let bell = ccurl_bell()

  deinit {
    close(bell)
  }

  /// Asks something of the thread, and starts it if this is the first request.
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
    if isFirst, !BlockingThread.start(receivesSignals: false, { self.run() }) { refuse() }
  }

  /// Ends the thread, if it runs, and with it every exchange.
  func stop() { submit(.stop) }

  /// Takes what was asked for since the last time.
  func take() -> [Command] {
    guard hasCommands.exchange(false, ordering: .acquiring) else { return [] }
    return state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Whether nothing was asked for; then the next one who asks rings.
  func fallAsleep() -> Bool {
    state.withLock { state in
      state.isAsleep = state.commands.isEmpty
      return state.isAsleep
    }
  }

  /// Begins to listen again, without being rung for.
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

  private func run() {
    if let reason = CurlEngine.open() {
      refuse(reason, isLasting: true)
    } else if let engine = CurlEngine(self) {
      engine.run()
    } else {
      refuse("libcurl has no memory")
    }
  }

  /// Fails what is asked for until the transport goes away.
  private func refuse(
    _ reason: String = "the system has no thread for libcurl", isLasting: Bool = false
  ) {
    let commands = state.withLock { state in
      defer { state.commands = [] }
      // The next request tries again.
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
