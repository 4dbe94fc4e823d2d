import CProcess
import Glibc
import Synchronization

/// Writes what was running, and the stack, to standard error when the process crashes.
///
/// The signal handlers do only what signal-safety(7) allows: they write a line that was prepared before
/// and one of offsets in the program, which `Packaging/names` turns into the names of functions, and then
/// deliver the signal to the previous handler.
package enum CrashReport {
  /// A line that a crash writes.
  ///
  /// It is never freed, since a crash can come at any time. Lines of the same text share it, so that a
  /// module that is loaded again and again takes no more memory each time.
  package struct Line: Sendable {
    private static let addresses = Mutex<[String: UInt]>([:])

    fileprivate let address: UInt

    /// Prepares a line.
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
  /// The previous action of each signal, by its number.
  // An entry is written before the handler that reads it is installed.
  private nonisolated(unsafe) static let before: UnsafeMutablePointer<sigaction> = {
    let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    before.initialize(repeating: sigaction(), count: 65)
    return before
  }()

  /// Sets the line that a crash writes; nil for none.
  ///
  /// The first line installs the signal handlers, unless ``install()`` has.
  ///
  /// - Returns: the line before, to be set again.
  @discardableResult
  package static func exchange(_ line: Line?) -> Line? {
    if line != nil { install() }
    let old = address.exchange(line?.address ?? 0, ordering: .relaxed)
    return old == 0 ? nil : Line(address: old)
  }

  /// Installs the signal handlers, once.
  package static func install() {
    guard !isInstalled.exchange(true, ordering: .relaxed) else { return }
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = { number, _, context in
      CrashReport.crash(number, context)
    }
    action.sa_flags = SA_ONSTACK | SA_SIGINFO
    for number in numbers { sigaction(number, &action, before + Int(number)) }
  }

  private static func crash(_ number: Int32, _ context: UnsafeRawPointer?) {
    if let text = UnsafePointer<CChar>(bitPattern: address.load(ordering: .relaxed)) {
      write(STDERR_FILENO, text, strlen(text))
    }
    seashell_write_stack(STDERR_FILENO, context)
    // The signal is delivered to the previous handler as soon as this one returns.
    sigaction(number, before + Int(number), nil)
    raise(number)
  }
}

extension CrashReport.Line {
  fileprivate init(address: UInt) { self.address = address }
}
