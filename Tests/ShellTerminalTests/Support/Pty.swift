import CoreSystem
import ShellCommands
import Foundation
import Glibc
import Synchronization
import Testing

@testable import ShellTerminal

/// A pseudoterminal, with a line reader at one end and a test at the other.
@MainActor
final class Pty {
  let reader: TerminalLineReader
  private var master: Int32
  private let streams: (input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>)
  private var received = ""
  private var unread: [UInt8] = []
  private(set) var screen: ScreenModel

  /// How long a test waits for a text before it fails.
  private static let patience = Duration.seconds(20)

  struct TextMissing: Error, CustomStringConvertible {
    let wanted: String
    let received: String
    var description: String {
      "'\(wanted)' did not appear. Received:\n\(received.debugDescription)"
    }
  }

  init(
    columns: UInt16 = 80, history: String, hasColors: Bool = false,
    kind: String = "xterm-256color"
  ) throws {
    // Without TERM, readline assumes a dumb terminal without bracketed paste.
    if getenv("TERM") == nil { setenv("TERM", kind, 1) }
    // Once: other threads may read the environment.
    if getenv("INPUTRC").map({ String(cString: $0) }) != "/dev/null" {
      setenv("INPUTRC", "/dev/null", 1)
    }
    screen = ScreenModel(columns: Int(columns))
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN, macros that Swift does not import.
    let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard master >= 0, ioctl(master, unlock, &isLocked) == 0,
      ioctl(master, getNumber, &number) == 0
    else { throw POSIXError(.EIO) }
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard let input = fdopen(slave, "r"), let output = fdopen(dup(slave), "w") else {
      throw POSIXError(.EIO)
    }
    streams = (input, output)
    reader = TerminalLineReader(
      history: history, hasColors: hasColors, input: input, output: output, terminal: kind)
    resize(to: columns)
  }

  isolated deinit {
    reader.restore()
    fclose(streams.input)
    fclose(streams.output)
    if master >= 0 { close(master) }
  }

  func resize(to columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    take()
    screen.columns = Int(columns)
  }

  /// Waits until the screen shows some lines, and the cursor is where it should be.
  func see(_ lines: [String], cursor: (row: Int, column: Int)? = nil) async throws {
    let end = ContinuousClock.now + Self.patience
    while true {
      take()
      let isThere = cursor.map { $0 == (screen.row, screen.column) } ?? true
      if screen.text == lines, isThere { break }
      guard ContinuousClock.now < end else {
        throw TextMissing(
          wanted: "\(lines) \(cursor as Any)",
          received: "\(screen.text) \(screen.row) \(screen.column) \(screen.unknown) \(received)")
      }
      await Task.yield()
    }
    received = ""
  }

  /// Types more text than the terminal buffers.
  func type(all text: String) async throws {
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    defer { _ = fcntl(master, F_SETFL, 0) }
    let end = ContinuousClock.now + Self.patience
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      guard ContinuousClock.now < end else {
        throw TextMissing(wanted: "the reader", received: received)
      }
      take()
      await Task.yield()
    }
  }

  /// Discards unread input, as the kernel does at Ctrl-C.
  func flush() { tcflush(fileno(streams.input), TCIFLUSH) }

  /// Closes the terminal, as closing its window does.
  func hangUp() {
    close(master)
    master = -1
  }

  /// Waits until the reader has read all input.
  func digest() async throws {
    let end = ContinuousClock.now + Self.patience
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
  var settings: termios {
    var settings = termios()
    tcgetattr(master, &settings)
    return settings
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(write(master, bytes, bytes.count) == bytes.count)
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

  /// Types a line, and returns what the reader read.
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
    let end = ContinuousClock.now + Self.patience
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
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while Readiness.isReadable(master) {
      let count = Glibc.read(master, &bytes, bytes.count)
      guard count > 0 else { return }
      unread += bytes[..<count]
      // The last character may be incomplete.
      var whole = unread.count
      while whole > 0, String(validating: unread[..<whole], as: UTF8.self) == nil { whole -= 1 }
      let text = String(decoding: unread[..<whole], as: UTF8.self)
      unread.removeFirst(whole)
      received += text
      screen.write(text)
    }
  }
}
