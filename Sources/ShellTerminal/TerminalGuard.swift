import Glibc
import Synchronization

/// Puts a terminal back where the process ends at once: at a crash, or at a signal that says so.
///
/// What it does then is what signal-safety(7) allows. What it needs is laid down before a line is
/// read, and never freed.
@MainActor
package enum TerminalGuard {
  private static let numbers = [SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGTRAP, SIGFPE, SIGQUIT]

  private struct Kept {
    var input: Int32 = -1
    var output: Int32 = -1
    var settings = termios()
    var marksPaste = false
  }

  /// Whether there is something to put back.
  private nonisolated static let isArmed = Atomic(false)
  // The main actor writes it while the guard is not armed; `putBack` reads it, and disarms first.
  private nonisolated(unsafe) static let kept: UnsafeMutablePointer<Kept> = {
    let kept = UnsafeMutablePointer<Kept>.allocate(capacity: 1)
    kept.initialize(to: Kept())
    return kept
  }()
  /// What was done at each signal before, by its number.
  private nonisolated(unsafe) static let before: UnsafeMutablePointer<sigaction> = {
    let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    before.initialize(repeating: sigaction(), count: 65)
    return before
  }()

  private nonisolated static let stackSize = 1 << 16
  // Where the handler runs, whose thread may have no stack left. One for all threads, though each
  // has to be told of it: the first to crash is the last.
  private nonisolated(unsafe) static let stack = UnsafeMutableRawPointer.allocate(
    byteCount: stackSize, alignment: 16)

  private static var isInstalled = false

  /// Remembers how a terminal is set, before it is set otherwise.
  ///
  /// - Parameter marksPaste: whether the terminal will be told to mark what is pasted.
  static func arm(input: Int32, output: Int32, marksPaste: Bool) {
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { return }
    disarm()
    kept.pointee = Kept(
      input: input, output: output, settings: settings, marksPaste: marksPaste)
    install()
    provideStack()
    isArmed.store(true, ordering: .releasing)
  }

  /// Forgets it, once the terminal is back.
  static func disarm() {
    isArmed.store(false, ordering: .releasing)
  }

  /// Gives the thread a stack to handle a crash on, unless it has one.
  ///
  /// The main actor moves from thread to thread where it waits, so this is called after each wait.
  nonisolated static func provideStack() {
    var current = stack_t()
    // SS_DISABLE, which Swift imports as a number of another type.
    guard sigaltstack(nil, &current) == 0, current.ss_flags & 2 != 0 else { return }
    current = stack_t(ss_sp: stack, ss_flags: 0, ss_size: stackSize)
    sigaltstack(&current, nil)
  }

  /// Puts the terminal back, once, if a line is being read; for a process that ends at once.
  ///
  /// It may be called on any thread, and from a signal's handler.
  package nonisolated static func putBack() {
    guard isArmed.exchange(false, ordering: .acquiringAndReleasing) else { return }
    let (input, output) = (kept.pointee.input, kept.pointee.output)
    // Whoever is in the background would be stopped, and the terminal is another's by now.
    let foreground = tcgetpgrp(input)
    guard foreground < 0 || foreground == getpgrp() else { return }
    // What was typed and not read may be part of a secret: neither the terminal nor whoever reads it next
    // shall show it.
    tcflush(input, TCIFLUSH)
    tcsetattr(input, TCSANOW, &kept.pointee.settings)
    // A terminal that was halted with Ctrl-S would never let a write return.
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) == 1 else { return }
    // No more marks around what is pasted.
    let off: StaticString = kept.pointee.marksPaste ? "\u{1B}[?2004l\r\n" : "\r\n"
    write(output, off.utf8Start, off.utf8CodeUnitCount)
  }

  private static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { TerminalGuard.crash($0) }
    action.sa_flags = SA_ONSTACK
    for number in numbers { sigaction(number, &action, before + Int(number)) }
    // Nobody wants to hear more of a process that the user has quit.
    before[Int(SIGQUIT)] = sigaction()
  }

  private nonisolated static func crash(_ number: Int32) {
    putBack()
    // Delivered as soon as this handler has returned, to whoever heard it before.
    sigaction(number, before + Int(number), nil)
    raise(number)
  }
}
