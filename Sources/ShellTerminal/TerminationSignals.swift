import CoreSystem
package import ShellRuntime
import Dispatch
import Glibc

/// Puts the terminal back where SIGTERM or SIGHUP ends the process.
@MainActor
package enum TerminationSignals {
  private nonisolated static let numbers = [SIGTERM, SIGHUP]

  /// How long the main actor has to leave in order, in milliseconds.
  private nonisolated static let patience: Int32 = 1_000

  /// Is raised once one of the signals has come.
  nonisolated static let heard = SharedFlag()

  private static var source: (any DispatchSourceRead)?

  /// Ends a prompt in order when one of the signals comes, while a command runs as well.
  ///
  /// Where the main actor does not get to that within a second, since a command holds it, the process
  /// ends all the same, with the terminal as it was found. A second signal ends it at once.
  ///
  /// - Parameters:
  ///   - interrupts: end what holds the main actor, such as a write that nobody takes.
  ///   - reader: puts the history into its file and the terminal back.
  package static func hear(_ interrupts: Interrupts, leaving reader: TerminalLineReader) {
    guard source == nil, let pipe = try? Pipe(blocks: false) else { return }
    let found = TerminalControl.settings(of: STDIN_FILENO)
    let source = DispatchSource.makeReadSource(
      fileDescriptor: pipe.reading, queue: DispatchQueue(label: "seashell.termination"))
    source.setEventHandler { @Sendable in
      for number in SignalWriter.take(from: pipe.reading) {
        for number in numbers { endAtOnce(at: number) }
        heard.raise()
        // In this order: what is interrupted comes to its end behind the process's own.
        DispatchQueue.main.async { @Sendable in
          MainActor.assumeIsolated { leave(reader, found, number) }
        }
        interrupts.raise()
        BlockingThread.run { endWithoutMainActor(found, number) }
      }
    }
    source.activate()
    self.source = source
    for number in numbers { SignalWriter.hear(number, writing: pipe.writing) }
  }

  /// Has the signals put the terminal back before they end the process, unless they are heard or
  /// ignored already; for a question of a process without a prompt.
  static func guardTerminal() {
    for number in numbers {
      var action = sigaction()
      // No handler is what Swift makes of SIG_DFL.
      if sigaction(number, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil {
        endAtOnce(at: number)
      }
    }
  }

  private static func leave(_ reader: TerminalLineReader, _ found: termios?, _ number: Int32) {
    reader.leave()
    // A pager would go on alone, and leave the terminal as only it needs it.
    ProgramStage.terminateAll()
    if let found {
      // What was typed and not read may be part of a secret.
      tcflush(STDIN_FILENO, TCIFLUSH)
      TerminalControl.set(STDIN_FILENO, to: found)
    }
    exit(128 + number)
  }

  private nonisolated static func endWithoutMainActor(_ found: termios?, _ number: Int32) {
    poll(nil, 0, patience)
    ProgramStage.terminateAll()
    TerminalGuard.putBack()
    // At once: a terminal that was halted with Ctrl-S takes nothing more.
    if var found { tcsetattr(STDIN_FILENO, TCSANOW, &found) }
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }

  private nonisolated static func endAtOnce(at number: Int32) {
    // Nothing here but what signal-safety(7) allows.
    signal(number) { number in
      TerminalGuard.putBack()
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
