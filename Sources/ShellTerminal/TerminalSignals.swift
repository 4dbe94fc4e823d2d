import CoreSystem
import Glibc

/// The signals that matter to a line while it is typed: a new size, a stop, and going on.
///
/// They are waited for together with the terminal, and heard only while a line is read: at other
/// times Ctrl-Z stops the process at once, as it does any.
@MainActor
final class TerminalSignals {
  private static let numbers = [SIGWINCH, SIGTSTP, SIGCONT]
  private static let pipe = try? Pipe(blocks: false)

  private var before: [sigaction] = []

  /// The descriptor to wait for; -1 where there is none.
  var descriptor: Int32 { Self.pipe?.reading ?? -1 }

  /// Begins to hear the signals.
  func listen() {
    guard let pipe = Self.pipe, before.isEmpty else { return }
    before = Self.numbers.map { SignalWriter.hear($0, writing: pipe.writing) }
  }

  /// Restores the handlers from before ``listen()``.
  ///
  /// - Returns: the signals that came since the last ``take()``. A Ctrl-Z among them was pressed right
  ///   behind the line's last key, and would be lost.
  func ignore() -> Set<Int32> {
    for (number, var old) in zip(Self.numbers, before) { sigaction(number, &old, nil) }
    before = []
    return take()
  }

  /// The signals that came, each once.
  func take() -> Set<Int32> { SignalWriter.take(from: descriptor) }

  /// Stops the process as Ctrl-Z stops any; returns once it goes on.
  ///
  /// The system does not stop a process that nobody could let go on; then it returns at once.
  static func stop() {
    var action = sigaction()
    var old = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &action, &old)
    // Sent to this thread, and let through by it: it has acted before `raise` has returned. Sent to
    // the process, another thread might take it later, when it is heard again.
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
