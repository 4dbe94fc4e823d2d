import CProcess
import Glibc
import Synchronization

/// Writes what was running, and the stack, to standard error when the process crashes, after the terminal is
/// restored.
///
/// The signal handlers do only what signal-safety(7) allows: they write a line prepared in advance and a line
/// of offsets in the program, which `Packaging/names` turns into the names of functions, and then deliver the
/// signal to the previous handler.
package enum CrashReport {
  /// A line that a crash writes.
  ///
  /// It is never freed, since a crash can come at any time. Lines of the same text share it, so that a
  /// module that is loaded again and again takes no more memory each time.
  package struct Line: Sendable {
    private static let addresses = Mutex<[String: UInt]>([:])

    fileprivate let address: UInt

    package init(_ text: String) {
      address = Self.addresses.withLock { addresses in
        if let address = addresses[text] { return address }
        let address = UInt(bitPattern: strdup(text + "\n"))
        addresses[text] = address
        return address
      }
    }
  }

  /// The signals of a crash.
  static let numbers = [SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGTRAP, SIGFPE]
  private static let address = Atomic<UInt>(0)
  private static let isInstalled = Atomic(false)
  /// The address of the function that restores the terminal; 0 for none.
  private static let restoring = Atomic<UInt>(0)
  /// The previous action of each signal, by its number.
  // An entry is written before the handler that reads it is installed.
  private nonisolated(unsafe) static let before: UnsafeMutablePointer<sigaction> = {
    let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    before.initialize(repeating: sigaction(), count: 65)
    return before
  }()

  /// Sets the line that a crash writes; nil for none.
  ///
  /// The first line also installs the signal handlers, unless ``install()`` has done so.
  ///
  /// - Returns: the previous line, to restore later.
  @discardableResult
  package static func exchange(_ line: Line?) -> Line? {
    if line != nil { install() }
    let old = address.exchange(line?.address ?? 0, ordering: .relaxed)
    return old == 0 ? nil : Line(address: old)
  }

  /// Installs the signal handlers, once.
  package static func install() {
    guard !isInstalled.exchange(true, ordering: .relaxed) else { return }
    var action = action
    for number in numbers { sigaction(number, &action, before + Int(number)) }
  }

  /// Restores the terminal when the process crashes, and when SIGQUIT ends it, which writes no report.
  ///
  /// - Parameter restore: does only what signal-safety(7) allows. The first one stays.
  package static func install(restoring restore: @convention(c) () -> Void) {
    let function = unsafeBitCast(restore, to: UInt.self)
    guard
      restoring.compareExchange(expected: 0, desired: function, ordering: .releasing).exchanged
    else { return }
    install()
    var action = action
    sigaction(SIGQUIT, &action, nil)
  }

  private static var action: sigaction {
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = { number, _, context in
      CrashReport.crash(number, context)
    }
    action.sa_flags = SA_ONSTACK | SA_SIGINFO
    return action
  }

  private static let stackSize = 1 << 16
  // The handler's stack, as the crashing thread may have overflowed its own. All threads share it,
  // since only one crashes, but each must register it.
  private nonisolated(unsafe) static let stack = UnsafeMutableRawPointer.allocate(
    byteCount: stackSize, alignment: 16)

  /// Gives the current thread a stack for the signal handlers, unless it has one.
  ///
  /// The main actor can resume on another thread, so this is called after each suspension.
  package static func provideStack() {
    var current = stack_t()
    // SS_DISABLE, which Swift imports as a number of another type.
    guard sigaltstack(nil, &current) == 0, current.ss_flags & 2 != 0 else { return }
    current = stack_t(ss_sp: stack, ss_flags: 0, ss_size: stackSize)
    sigaltstack(&current, nil)
  }

  private static func crash(_ number: Int32, _ context: UnsafeRawPointer?) {
    let function = restoring.load(ordering: .acquiring)
    if function != 0 { unsafeBitCast(function, to: (@convention(c) () -> Void).self)() }
    if number != SIGQUIT {
      if let text = UnsafePointer<CChar>(bitPattern: address.load(ordering: .relaxed)) {
        write(STDERR_FILENO, text, strlen(text))
      }
      seashell_write_stack(STDERR_FILENO, context)
    }
    // The signal is delivered to the previous handler as soon as this one returns.
    sigaction(number, before + Int(number), nil)
    raise(number)
  }
}

extension CrashReport.Line {
  fileprivate init(address: UInt) { self.address = address }
}
