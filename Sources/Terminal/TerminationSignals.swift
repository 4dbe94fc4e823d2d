import Dispatch
import Glibc
package import ShellKit

/// Hears SIGTERM and SIGHUP, so that the terminal can be put back before the process ends.
@MainActor
package enum TerminationSignals {
  private nonisolated static let numbers = [SIGTERM, SIGHUP]

  /// Is raised once one of the signals has come.
  nonisolated static let heard = Flag()

  private static var source: (any DispatchSourceRead)?

  /// Calls a function on the main actor when one of the signals comes, while a command runs as well.
  ///
  /// The second signal puts the terminal back, and ends the process at once.
  ///
  /// - Parameters:
  ///   - interrupts: end what holds the main actor, such as a write that nobody takes.
  ///   - end: ends the process; it is given the signal's number.
  package static func hear(
    _ interrupts: Interrupts, end: @escaping @MainActor @Sendable (Int32) -> Void
  ) {
    guard source == nil, let pipe = SignalWriter.makePipe() else { return }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: pipe.reading, queue: DispatchQueue(label: "seashell.termination"))
    source.setEventHandler { @Sendable in
      for number in SignalWriter.take(from: pipe.reading) {
        endAtNext()
        heard.raise()
        // In this order: what is interrupted comes to its end behind the process's own.
        DispatchQueue.main.async { @Sendable in MainActor.assumeIsolated { end(number) } }
        interrupts.raise()
      }
    }
    source.activate()
    self.source = source
    for number in numbers { SignalWriter.hear(number, writing: pipe.writing) }
  }

  /// Has the next signal end the process, though the main actor be held for good.
  private nonisolated static func endAtNext() {
    for number in numbers {
      // Nothing here but what signal-safety(7) allows.
      signal(number) { number in
        TerminalGuard.putBack()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
