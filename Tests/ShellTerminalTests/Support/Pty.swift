import CoreSystem
import ShellCommands
import ShellOutput
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ShellTerminal

/// A pseudoterminal, with a line reader at one end and a test at the other.
@MainActor
final class Pty {
  let reader: TerminalLineReader
  private let terminal: PseudoTerminal
  private let streams: (input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>)
  private var received = ""
  private var unread: [UInt8] = []
  private(set) var screen: VirtualTerminal

  struct TextMissing: Error, CustomStringConvertible {
    let wanted: String
    let received: String
    var description: String {
      "'\(wanted)' did not appear. Received:\n\(received.debugDescription)"
    }
  }

  private let guide = StubGuide()
  /// What the reader shows while a line is typed.
  var help: LineHelp {
    get { guide.help }
    set { guide.help = newValue }
  }

  @MainActor
  private final class StubGuide: LineGuide {
    var help = LineHelp()
  }

  init(
    columns: Int = 80, history: String, colors: Palette? = nil,
    kind: String = "xterm-256color"
  ) throws {
    // Without TERM, readline assumes a dumb terminal without bracketed paste.
    if getenv("TERM") == nil { setenv("TERM", kind, 1) }
    // Once: other threads may read the environment.
    if getenv("INPUTRC").map({ String(cString: $0) }) != "/dev/null" {
      setenv("INPUTRC", "/dev/null", 1)
    }
    screen = VirtualTerminal(columns: columns)
    terminal = try PseudoTerminal(columns: columns)
    let slave = terminal.open()
    guard let input = fdopen(slave, "r"), let output = fdopen(dup(slave), "w") else {
      throw POSIXError(.EIO)
    }
    streams = (input, output)
    reader = TerminalLineReader(
      program: "test", history: history, colors: { colors }, input: input, output: output,
      terminal: kind)
    reader.guide = guide
  }

  isolated deinit {
    reader.restore()
    fclose(streams.input)
    fclose(streams.output)
  }

  func resize(to columns: Int) {
    terminal.resize(columns: columns)
    take()
    screen.resize(columns: columns)
  }

  /// Waits until the screen shows these lines and the cursor is at this position.
  func see(_ lines: [String], cursor: (row: Int, column: Int)? = nil) async throws {
    let end = ContinuousClock.now + Patience.bound
    while true {
      take()
      let isThere = cursor.map { $0 == screen.cursor } ?? true
      if screen.lines == lines, isThere { break }
      guard ContinuousClock.now < end else {
        throw TextMissing(
          wanted: "\(lines) \(cursor as Any)",
          received: "\(screen.lines) \(screen.cursor) \(screen.unknown) \(received)")
      }
      await Task.yield()
    }
    received = ""
  }

  /// Types more text than the terminal buffers.
  func type(all text: String) async throws {
    let end = ContinuousClock.now + Patience.bound
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(terminal.type(rest, waits: false))
      guard ContinuousClock.now < end else {
        throw TextMissing(wanted: "the reader", received: received)
      }
      take()
      await Task.yield()
    }
  }

  /// Discards unread input, as the kernel does on Ctrl-C.
  func flush() { tcflush(fileno(streams.input), TCIFLUSH) }

  /// Closes the terminal, as when its window is closed.
  func hangUp() { terminal.hangUp() }

  /// Waits until the reader has consumed all typed input.
  func digest() async throws {
    let end = ContinuousClock.now + Patience.bound
    var waiting: Int32 = 1
    while waiting > 0 {
      // FIONREAD of the reader's end.
      guard ioctl(fileno(streams.input), 0x541B, &waiting) == 0, ContinuousClock.now < end else {
        throw TextMissing(wanted: "the reader", received: received)
      }
      take()
      await Task.yield()
    }
  }

  /// The terminal's settings.
  var settings: termios { terminal.settings }

  func type(_ text: String) {
    #expect(terminal.type(text.utf8) == text.utf8.count)
  }

  /// Starts to read a line, and waits for its prompt.
  func read(
    _ prompt: String = "> ", completer: (any Completer)? = nil
  ) async throws -> Task<String?, any Error> {
    let reader = reader
    let task = Task { try await reader.readLine(Prompt(prompt), completer: completer) }
    try await see(prompt)
    return task
  }

  /// Types a line, and returns the line that the reader read.
  func line(_ text: String, completer: (any Completer)? = nil) async throws -> String? {
    let task = try await read(completer: completer)
    type(text)
    return try await task.value
  }

  /// Waits until a text is received.
  ///
  /// - Returns: the output since the last call, up to the end of the text.
  @discardableResult
  func see(_ text: String) async throws -> String {
    let end = ContinuousClock.now + Patience.bound
    while true {
      take()
      if let range = received.range(of: text, options: .literal) {
        defer { received = String(received[range.upperBound...]) }
        return String(received[..<range.upperBound])
      }
      guard ContinuousClock.now < end else { throw TextMissing(wanted: text, received: received) }
      await Task.yield()
    }
  }

  /// The output since the last call.
  var rest: String {
    take()
    defer { received = "" }
    return received
  }

  private func take() {
    while let bytes = PseudoTerminal.read(from: terminal.master), !bytes.isEmpty {
      screen.feed(bytes)
      unread += bytes
      // The rest of a character may still be on its way.
      var whole = unread.count
      while whole > 0, String(validating: unread[..<whole], as: UTF8.self) == nil { whole -= 1 }
      let text = String(decoding: unread[..<whole], as: UTF8.self)
      unread.removeFirst(whole)
      received += text
    }
  }
}
