import CoreLoop
import CoreSystem
import ShellOutput
import ShellRuntime
import Glibc

/// Reads one answer from a terminal without readline, shown or hidden.
///
/// The terminal itself edits and echoes a shown answer. For a hidden answer, echo is off until the answer is
/// complete; if the process ends earlier, the terminal is restored. Nothing is opened or changed before the
/// first question.
@MainActor
package final class PlainLineReader: AnswerReader {
  /// The size limit of an answer, in bytes: 64 KiB.
  private static let longest = 1 << 16

  private let input: Int32
  private lazy var keys = TerminalInput(input)
  private let output: Int32
  private lazy var screen = TerminalWriter(output)
  private let signals = TerminalSignals()

  /// The terminal's settings before echo was switched off; nil while echo is on.
  private var echoing: termios?
  private(set) var isReading = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - input: the terminal at which answers are typed.
  ///   - output: the terminal on which questions are shown.
  package init(input: Int32 = STDIN_FILENO, output: Int32 = STDERR_FILENO) {
    self.input = input
    self.output = output
  }

  /// Whether a user can read and answer a question, since input and output are the same terminal.
  package var isPossible: Bool {
    var (typed, shown) = (stat(), stat())
    return isatty(input) == 1 && isatty(output) == 1 && fstat(input, &typed) == 0
      && fstat(output, &shown) == 0 && typed.st_rdev == shown.st_rdev
  }

  /// Asks a question and reads the answer.
  ///
  /// Input typed before a question with a hidden answer is discarded, since it was visible.
  ///
  /// - Parameter cancelMark: what is shown at the end of a hidden answer if the task is cancelled.
  /// - Returns: the answer without its newline, or nil if the user presses Ctrl-D.
  /// - Throws: `CancellationError` if the task is cancelled; ``ShellOutput/ShellError`` if the answer is too
  ///   long or is not UTF-8.
  package func answer(
    to question: String, isHidden: Bool, cancelMark: String = "^C"
  ) async throws -> String? {
    let question = TerminalText.escaped(question)
    begin(question, isHidden: isHidden)
    var bytes: [UInt8] = []
    // Reserved at once, since growing would leave copies in memory that are not wiped.
    bytes.reserveCapacity(Self.longest + 1)
    defer { Self.wipe(&bytes) }
    do {
      while true {
        try Task.checkCancellation()
        switch take(&bytes) {
        case .more: break
        case .end:
          end(withNewline: true)
          return nil
        case .line:
          // The terminal has echoed a shown answer's newline.
          end(withNewline: isHidden)
          guard let answer = String(validating: bytes, as: UTF8.self) else {
            throw ShellError(.usage, "what was typed is not UTF-8")
          }
          return answer
        }
        guard bytes.count <= Self.longest else {
          throw ShellError(.limit, "what was typed is longer than 64 KiB")
        }
        try await wait()
        // Input typed before a stop is lost, so the question starts again.
        if handle(signals.take(), question, isHidden: isHidden) { Self.wipe(&bytes) }
      }
    } catch {
      // If the terminal echoes, it has already shown ^C.
      if isReading, isHidden, error is CancellationError { screen.write(cancelMark) }
      end(withNewline: true)
      throw error
    }
  }

  /// Restores the terminal if an answer is being read, since the process is ending.
  func restore() { end(withNewline: true, mayStop: false) }

  private func begin(_ question: String, isHidden: Bool) {
    isReading = true
    signals.install()
    if isHidden {
      TerminationSignals.guardTerminal()
      TerminalGuard.arm(input: input, output: output, marksPaste: false)
      hide(TCSAFLUSH)
    }
    screen.write(question)
  }

  /// `mayStop` is whether a Ctrl-Z typed after the answer's last key stops the process.
  private func end(withNewline: Bool, mayStop: Bool = true) {
    guard isReading else { return }
    isReading = false
    unhide()
    let missed = signals.uninstall()
    TerminalGuard.disarm()
    if withNewline { screen.write("\n") }
    if mayStop, missed.contains(SIGTSTP) { TerminalSignals.stop() }
  }

  private enum Taken {
    case more, line, end
  }

  private func take(_ bytes: inout [UInt8]) -> Taken {
    while bytes.count <= Self.longest, Readiness.isReadable(keys.descriptor) {
      var byte: UInt8 = 0
      let count = read(keys.descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return .more }
      guard count == 1 else { return .end }
      switch byte {
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return .line
      case 0x04 where bytes.isEmpty: return .end
      case 0x04: break
      case 0x15: bytes.removeAll(keepingCapacity: true)
      case 0x08, 0x7F:
        // Removes all bytes of a character.
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      default: bytes.append(byte)
      }
    }
    return .more
  }

  private func wait() async throws {
    // Also if the wait throws: the caller writes to the terminal afterwards.
    defer { CrashReport.provideStack() }
    try await Readiness.wait(for: [input, signals.descriptor].filter { $0 >= 0 })
  }

  /// Switches echo off, and saves the terminal's settings.
  ///
  /// - Parameter action: `TCSAFLUSH` discards unread input, `TCSADRAIN` keeps it.
  private func hide(_ action: Int32) {
    guard var settings = echoing ?? TerminalControl.settings(of: input) else { return }
    echoing = settings
    settings.c_lflag &= ~UInt32(ECHO | ECHONL | ICANON)
    tcsetattr(input, action, &settings)
  }

  private func unhide() {
    guard let settings = echoing else { return }
    TerminalControl.set(input, to: settings)
    echoing = nil
  }

  /// Stops the process after Ctrl-Z, and asks again when it continues; returns true if it asked.
  private func handle(_ numbers: Set<Int32>, _ question: String, isHidden: Bool) -> Bool {
    guard numbers.contains(SIGTSTP) || numbers.contains(SIGCONT) else { return false }
    // Continuing alone must not turn on the echo, since keys may arrive at any time.
    if numbers.contains(SIGTSTP) {
      unhide()
      screen.write("\n")
      TerminalSignals.stop()
    }
    if isHidden { hide(TCSADRAIN) }
    screen.write("\r" + question)
    return true
  }

  /// Overwrites the typed text with zeros, and removes it.
  private static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { memory in
      for index in memory.indices { memory[index] = 0 }
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
