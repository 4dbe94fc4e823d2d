import CoreSystem
import Glibc
import Synchronization

/// Restores the terminal when the process ends abruptly, by a crash or a signal.
///
/// At that moment it does only what signal-safety(7) allows. ``CoreSystem/CrashReport`` handles the signals
/// of a crash.
@MainActor
package enum TerminalGuard {
  private struct Saved {
    var input: Int32 = -1
    var output: Int32 = -1
    var settings = termios()
    var marksPaste = false
    var hasScreen = false
    var isDrawn = false
  }

  private nonisolated static let isArmed = Atomic(false)
  // The main actor writes it only while the guard is disarmed. `restore` disarms it before reading.
  private nonisolated(unsafe) static let saved: UnsafeMutablePointer<Saved> = {
    let saved = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
    saved.initialize(to: Saved())
    return saved
  }()
  /// Saves a terminal's settings, before they are changed, or bracketed paste or the alternate
  /// screen is switched on.
  static func arm(
    input: Int32, output: Int32, marksPaste: Bool, hasScreen: Bool = false,
    isDrawn: Bool = false
  ) {
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { return }
    disarm()
    saved.pointee = Saved(
      input: input, output: output, settings: settings, marksPaste: marksPaste,
      hasScreen: hasScreen, isDrawn: isDrawn)
    CrashReport.install(restoring: { TerminalGuard.restore() })
    CrashReport.provideStack()
    isArmed.store(true, ordering: .releasing)
  }

  /// Discards the saved settings, after the terminal is restored.
  static func disarm() {
    isArmed.store(false, ordering: .releasing)
  }

  /// Restores the terminal if a line is being read or a live screen is shown, in a process that is about to end.
  ///
  /// It may be called on any thread and in a signal handler. A second call does nothing.
  package nonisolated static func restore() {
    guard isArmed.exchange(false, ordering: .acquiringAndReleasing) else { return }
    let (input, output) = (saved.pointee.input, saved.pointee.output)
    // In the background, changing the settings would stop the process, and another process owns the terminal.
    let foreground = tcgetpgrp(input)
    guard foreground < 0 || foreground == getpgrp() else { return }
    // Unread input may be part of a secret, which the terminal or the next reader would show.
    tcflush(input, TCIFLUSH)
    tcsetattr(input, TCSANOW, &saved.pointee.settings)
    // Writing to a terminal that was halted with Ctrl-S would block forever.
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) == 1 else { return }
    // A coloured word, a suggestion and a menu.
    if saved.pointee.isDrawn { _ = write(output, "\u{1B}[m\u{1B}[J", 6) }
    // Switches off bracketed paste, or the alternate screen with the live screen's modes.
    let off: StaticString =
      saved.pointee.hasScreen
      ? "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l\r\n"
      : saved.pointee.marksPaste ? "\u{1B}[?2004l\r\n" : "\r\n"
    write(output, off.utf8Start, off.utf8CodeUnitCount)
  }
}
