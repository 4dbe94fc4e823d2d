import CoreSystem
import Glibc

/// The signals handled while a line is typed: a new window size, stop, and continue.
///
/// A reader polls ``descriptor`` together with the terminal. At other times the signals have their usual
/// effect: Ctrl-Z stops the process at once.
@MainActor
final class TerminalSignals {
  private static let numbers = [SIGWINCH, SIGTSTP, SIGCONT]
  private static let pipe = try? Pipe(blocks: false)

  private var before: [sigaction] = []

  /// The descriptor to poll, or -1 if no pipe could be opened.
  var descriptor: Int32 { Self.pipe?.reading ?? -1 }

  func install() {
    guard let pipe = Self.pipe, before.isEmpty else { return }
    before = Self.numbers.map { SignalWriter.forward($0, to: pipe.writing) }
  }

  /// Restores the previous signal handlers.
  ///
  /// Among the returned signals since the last ``take()``, a Ctrl-Z was pressed right after the
  /// line's last key, and would otherwise be lost.
  func uninstall() -> Set<Int32> {
    for (number, var old) in zip(Self.numbers, before) { sigaction(number, &old, nil) }
    before = []
    return take()
  }

  func take() -> Set<Int32> { SignalWriter.take(from: descriptor) }

  /// Stops the process as Ctrl-Z does, and returns when it continues, or at once in an orphaned
  /// process group, which the system does not stop.
  static func stop() {
    var action = sigaction()
    var old = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &action, &old)
    // `raise` sends the signal to this thread, which unblocks it: it takes effect before `raise`
    // returns. Another thread might take a signal to the process later, after the handler is restored.
    var stops = sigset_t()
    var mask = sigset_t()
    sigemptyset(&stops)
    sigaddset(&stops, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stops, &mask)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    sigaction(SIGTSTP, &old, nil)
  }
}
