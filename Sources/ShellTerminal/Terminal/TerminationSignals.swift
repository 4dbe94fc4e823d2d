import CoreLoop
import CoreSystem
package import ShellRuntime
import Glibc

/// Restores the terminal when SIGTERM or SIGHUP ends the process.
@MainActor
package enum TerminationSignals {
  private nonisolated static let numbers = [SIGTERM, SIGHUP]

  /// How long the main actor has to clean up, in milliseconds.
  private nonisolated static let patience: Int32 = 1_000

  /// Raised when one of the signals has arrived.
  nonisolated static let hasArrived = SharedFlag()

  private static var isInstalled = false

  /// Installs handlers that clean up before one of the signals ends the process, even while a command runs.
  ///
  /// If a command blocks the main actor for a second, the process ends without the cleanup, but still
  /// restores the terminal. A second signal ends it at once.
  ///
  /// - Parameters:
  ///   - interrupts: interrupts code that blocks the main actor, such as a stalled write.
  ///   - leave: saves the history and restores the terminal.
  package static func install(
    interrupting interrupts: Interrupts, leave: @escaping @MainActor @Sendable () -> Void
  ) {
    guard !isInstalled else { return }
    isInstalled = true
    let found = TerminalControl.settings(of: STDIN_FILENO)
    for number in numbers {
      SignalThread.handle(number) {
        for number in numbers { endAtOnce(at: number) }
        hasArrived.raise()
        // Before the interrupt, so that the cleanup runs before any code that the interrupt resumes.
        MainLoop.shared.post { end(leave, found, number) }
        interrupts.raise()
        BlockingThread.run { endWithoutMainActor(found, number) }
      }
    }
  }

  /// Makes the signals restore the terminal before they end the process, unless they are handled or ignored
  /// already.
  ///
  /// It is for questions in a process without a prompt.
  static func guardTerminal() {
    for number in numbers {
      var action = sigaction()
      // Swift imports SIG_DFL as nil.
      if sigaction(number, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil {
        endAtOnce(at: number)
      }
    }
  }

  private static func end(_ leave: () -> Void, _ found: termios?, _ number: Int32) {
    leave()
    // A live screen may be shown.
    TerminalGuard.restore()
    // A pager would continue alone, and leave the terminal in its own mode.
    ProgramStage.terminateAll()
    if let found {
      // Unread input may be part of a secret.
      tcflush(STDIN_FILENO, TCIFLUSH)
      TerminalControl.set(STDIN_FILENO, to: found)
    }
    exit(128 + number)
  }

  private nonisolated static func endWithoutMainActor(_ found: termios?, _ number: Int32) {
    MonotonicTime.sleep(for: patience)
    ProgramStage.terminateAll()
    TerminalGuard.restore()
    // TCSANOW, since a terminal halted with Ctrl-S never drains.
    if var found { tcsetattr(STDIN_FILENO, TCSANOW, &found) }
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }

  private nonisolated static func endAtOnce(at number: Int32) {
    // Only what signal-safety(7) allows.
    signal(number) { number in
      TerminalGuard.restore()
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
