import Glibc
import Synchronization

/// Restores the terminal when the process ends abruptly, by a crash or a signal.
///
/// At that moment it does only what signal-safety(7) allows. All the memory it needs is allocated before
/// a line is read, and never freed.
@MainActor
package enum TerminalGuard {
  private static let numbers = [SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGTRAP, SIGFPE, SIGQUIT]

  private struct Saved {
    var input: Int32 = -1
    var output: Int32 = -1
    var settings = termios()
    var marksPaste = false
    var hasScreen = false
  }

  /// Whether there is something to restore.
  private nonisolated static let isArmed = Atomic(false)
  // The main actor writes it only while the guard is disarmed. `restore` disarms it before reading.
  private nonisolated(unsafe) static let saved: UnsafeMutablePointer<Saved> = {
    let saved = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
    saved.initialize(to: Saved())
    return saved
  }()
  /// The previous action of each signal, by its number.
  // An entry is written before the handler that reads it is installed.
  private nonisolated(unsafe) static let before: UnsafeMutablePointer<sigaction> = {
    let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    before.initialize(repeating: sigaction(), count: 65)
    return before
  }()

  private nonisolated static let stackSize = 1 << 16
  // The handler's stack, as the crashing thread may have overflowed its own. All threads share it,
  // since only one crashes, but each must register it.
  private nonisolated(unsafe) static let stack = UnsafeMutableRawPointer.allocate(
    byteCount: stackSize, alignment: 16)

  private static var isInstalled = false

  /// Saves a terminal's settings, before they are changed.
  ///
  /// - Parameters:
  ///   - marksPaste: whether bracketed paste will be switched on.
  ///   - hasScreen: whether the alternate screen will be.
  static func arm(input: Int32, output: Int32, marksPaste: Bool, hasScreen: Bool = false) {
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { return }
    disarm()
    saved.pointee = Saved(
      input: input, output: output, settings: settings, marksPaste: marksPaste,
      hasScreen: hasScreen)
    install()
    provideStack()
    isArmed.store(true, ordering: .releasing)
  }

  /// Forgets the settings, once the terminal is restored.
  static func disarm() {
    isArmed.store(false, ordering: .releasing)
  }

  /// Gives the current thread a stack for the crash handler, unless it has one.
  ///
  /// The main actor can resume on another thread, so this is called after each suspension.
  nonisolated static func provideStack() {
    var current = stack_t()
    // SS_DISABLE, which Swift imports as a number of another type.
    guard sigaltstack(nil, &current) == 0, current.ss_flags & 2 != 0 else { return }
    current = stack_t(ss_sp: stack, ss_flags: 0, ss_size: stackSize)
    sigaltstack(&current, nil)
  }

  /// Restores the terminal if a line is being read or a live screen is shown, in a process that is about to end.
  ///
  /// It may be called on any thread and in a signal handler. A second call does nothing.
  package nonisolated static func restore() {
    guard isArmed.exchange(false, ordering: .acquiringAndReleasing) else { return }
    let (input, output) = (saved.pointee.input, saved.pointee.output)
    // In the background, changing the settings would stop the process, and another owns the terminal.
    let foreground = tcgetpgrp(input)
    guard foreground < 0 || foreground == getpgrp() else { return }
    // Unread input may be part of a secret, which the terminal or the next reader would show.
    tcflush(input, TCIFLUSH)
    tcsetattr(input, TCSANOW, &saved.pointee.settings)
    // Writing to a terminal that was halted with Ctrl-S would block forever.
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) == 1 else { return }
    // Switches bracketed paste off, or the alternate screen with what a live screen has set.
    let off: StaticString =
      saved.pointee.hasScreen
      ? "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l\r\n"
      : saved.pointee.marksPaste ? "\u{1B}[?2004l\r\n" : "\r\n"
    write(output, off.utf8Start, off.utf8CodeUnitCount)
  }

  private static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { TerminalGuard.crash($0) }
    action.sa_flags = SA_ONSTACK
    for number in numbers { sigaction(number, &action, before + Int(number)) }
    // After Ctrl-\ the process ends without a crash report.
    before[Int(SIGQUIT)] = sigaction()
  }

  private nonisolated static func crash(_ number: Int32) {
    restore()
    // The signal is delivered to the previous handler as soon as this one returns.
    sigaction(number, before + Int(number), nil)
    raise(number)
  }
}
