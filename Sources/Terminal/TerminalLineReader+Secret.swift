import Glibc
import ShellKit

/// Input that nobody shall see: it is not echoed, and readline never has it.
extension TerminalLineReader {
  /// The longest secret, in bytes: 64 KiB.
  private static let longestSecret = 1 << 16

  /// Reads a line without showing it.
  ///
  /// What was typed before the prompt was seen on the screen, and does not count.
  ///
  /// - Returns: nil where the user wants to leave, or the terminal is gone.
  /// - Throws: `CancellationError` where the task is cancelled, ``ShellError`` where it is too long.
  func readSecret(_ prompt: String) async throws -> String? {
    try begin(secret: prompt)
    var bytes: [UInt8] = []
    // One place in memory, which is wiped.
    bytes.reserveCapacity(Self.longestSecret + 1)
    defer {
      Self.wipe(&bytes)
      restore()
    }
    do {
      while true {
        try Task.checkCancellation()
        switch take(&bytes) {
        case .more: break
        case .end: return nil
        case .line:
          guard let secret = String(validating: bytes, as: UTF8.self) else {
            throw ShellError(.usage, "what was typed is not UTF-8")
          }
          return secret
        }
        guard bytes.count <= Self.longestSecret else {
          throw ShellError(.limit, "what was typed is longer than 64 KiB")
        }
        try await wait()
        // Nobody sees what was typed before, so the question begins anew.
        if heed(signals.take(), secret: prompt) { Self.wipe(&bytes) }
      }
    } catch let error as CancellationError {
      write("^C")
      throw error
    }
  }

  private enum Taken {
    case more, line, end
  }

  /// Takes what is typed, up to the line's end.
  private func take(_ bytes: inout [UInt8]) -> Taken {
    while bytes.count <= Self.longestSecret, Readiness.isReadable(descriptors.input) {
      var byte: UInt8 = 0
      let count = read(descriptors.input, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return .more }
      guard count == 1 else { return .end }
      switch byte {
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return .line
      case 0x04 where bytes.isEmpty: return .end
      case 0x04: break
      case 0x15: bytes.removeAll(keepingCapacity: true)
      case 0x08, 0x7F:
        // A character goes with all of its bytes.
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      default: bytes.append(byte)
      }
    }
    return .more
  }

  private func begin(secret prompt: String) throws {
    guard !isReading else { throw Self.isBusy }
    prepare()
    tellNotices()
    isHiding = true
    signals.listen()
    TerminalGuard.arm(input: descriptors.input, output: descriptors.output)
    // What was typed before the prompt was seen, and is dropped.
    hide(TCSAFLUSH)
    write(TerminalText.escaped(prompt))
  }

  /// Ends the echo, and remembers how the terminal was set.
  ///
  /// - Parameter action: what becomes of the keys that were not read yet.
  private func hide(_ action: Int32) {
    var settings = termios()
    guard tcgetattr(descriptors.input, &settings) == 0 else { return }
    echoing = settings
    settings.c_lflag &= ~UInt32(ECHO | ECHONL | ICANON)
    tcsetattr(descriptors.input, action, &settings)
  }

  /// Begins the echo again.
  func unhide() {
    guard var settings = echoing else { return }
    tcsetattr(descriptors.input, TCSADRAIN, &settings)
    echoing = nil
  }

  /// - Returns: whether the question was asked anew.
  private func heed(_ numbers: Set<Int32>, secret prompt: String) -> Bool {
    guard numbers.contains(SIGTSTP) || numbers.contains(SIGCONT) else { return false }
    unhide()
    if numbers.contains(SIGTSTP) {
      write("\n")
      TerminalSignals.stop()
    }
    hide(TCSADRAIN)
    write("\r" + TerminalText.escaped(prompt))
    return true
  }

  /// Empties what was typed, and its place in memory.
  private static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { memory in
      for index in memory.indices { memory[index] = 0 }
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
