import Foundation
import Glibc
import TestSupport
import Testing

/// A user at a terminal, in front of the shell's prompt or of another program.
///
/// The program leads its own session, whose terminal belongs to the test. Typed text arrives as keys,
/// Ctrl-C as a signal, and a ``VirtualTerminal`` interprets the output.
final class PromptUser {
  let process: pid_t
  private let sandbox: Sandbox
  private let terminal: PseudoTerminal
  private var status: Int32?
  private(set) var screen: VirtualTerminal
  /// All output, including escape sequences.
  private(set) var written: [UInt8] = []
  private var isAtEnd = false
  /// Whether there was output since keys were last typed.
  ///
  /// Until then the screen still shows the previous content, such as the last prompt, which must not be
  /// taken for a result.
  private var isAnswered = true

  struct Disappointment: Error, CustomStringConvertible {
    let wanted: String
    let screen: String
    var description: String { "\(wanted) was not shown; the screen was:\n\(screen)" }
  }

  init(
    _ arguments: [String] = [], in sandbox: Sandbox, columns: Int = 80, rows: Int = 24,
    program: String = Program.seashell.path, environment: [String: String] = [:]
  ) throws {
    self.sandbox = sandbox
    screen = VirtualTerminal(columns: columns, hidesSuggestions: true)
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    process = try Program.spawn(
      program, arguments,
      environment: sandbox.environment.merging(["TERM": "xterm-256color"]) { $1 }
        .merging(environment) { $1 },
      directory: sandbox.home, terminal: terminal.path)
  }

  /// A user at the prompt of a shell without a welcome.
  static func atPrompt(
    in sandbox: Sandbox, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> PromptUser {
    let user = try PromptUser(
      ["-q"], in: sandbox, columns: columns, rows: rows, environment: environment)
    try user.seePrompt()
    return user
  }

  /// A user at the prompt `outer> ` of a shell with job control, where Seashell may be started.
  static func atOuterShell() throws -> PromptUser {
    let user = try PromptUser(
      ["--norc", "--noprofile", "-i"], in: Sandbox(), program: "/bin/bash",
      environment: ["PS1": "outer> "])
    try user.seePrompt("outer> ")
    return user
  }

  deinit {
    hangUp()
    if status == nil {
      Glibc.kill(process, SIGKILL)
      _ = Program.wait(for: process)
    }
  }

  /// Types keys; a line needs its `\r`.
  func type(_ keys: String) throws {
    _ = try listen(upTo: 0)
    isAnswered = false
    var bytes = Array(keys.utf8)[...]
    while !bytes.isEmpty {
      let count = terminal.type(bytes.prefix(256))
      guard count > 0 else { throw POSIXError(.EIO) }
      bytes = bytes.dropFirst(count)
      // The terminal buffers only a few unread kilobytes.
      if !bytes.isEmpty { _ = try listen(upTo: 0) }
    }
  }

  /// Waits until the screen meets a condition, and the last typed keys have changed it.
  func see(
    _ wanted: String, within patience: Int32 = Patience.milliseconds,
    where isThere: (VirtualTerminal) -> Bool
  ) throws {
    while !isAnswered || !isThere(screen) {
      guard !isAtEnd, try listen(upTo: patience) else {
        throw Disappointment(wanted: wanted, screen: screen.text)
      }
    }
  }

  /// Waits until a text is on the screen.
  func see(_ text: String, within patience: Int32 = Patience.milliseconds) throws {
    try see("'\(text)'", within: patience) { $0.text.contains(text) }
  }

  /// Waits until the cursor's row consists of two texts with the cursor between them.
  func seeCursor(between before: String, and after: String = "") throws {
    try see("'\(before)|\(after)'") { $0.cursorLine == (before, after) }
  }

  /// Waits for an empty prompt.
  func seePrompt(_ prompt: String = "embedded> ") throws {
    try seeCursor(between: prompt)
  }

  /// Enters a line, and waits for its output and the next prompt.
  func enter(_ line: String, seeing text: String, within patience: Int32 = Patience.milliseconds)
    throws
  {
    let row = screen.cursorRow
    try type(line + "\r")
    try see("'\(text)' below '\(line)'", within: patience) {
      $0.cursorRow > row && $0.cursorLine == ("embedded> ", "") && $0.text(from: row).contains(text)
    }
  }

  /// Enters a line whose command keeps running.
  func begin(_ line: String) throws {
    let row = screen.cursorRow
    try type(line + "\r")
    try see("'\(line)', entered") { $0.cursorRow > row && $0.cursorLine.before == "" }
    try seeTerminal(sane: true)
  }

  /// Presses Ctrl-C, and waits for the next prompt.
  func interrupt() throws {
    let row = screen.cursorRow
    try type("\u{03}")
    try see("^C and a prompt") {
      $0.cursorRow > row && $0.cursorLine == ("embedded> ", "") && $0.text(from: row).contains("^C")
    }
  }

  /// Leaves any program that has the terminal, and waits for an empty prompt.
  func leaveAll() throws {
    var attempt = 0
    try block(until: "a prompt", there: screen.text) {
      attempt += 1
      // `q` leaves a pager or a live view. It is not typed right before Ctrl-C, at which the terminal would
      // discard it.
      try type(attempt % 2 == 1 ? "\u{03}" : "q")
      do {
        try see("a prompt", within: Patience.pause) { $0.cursorLine == ("embedded> ", "") }
        // What was typed before this mark was handled before it, also on a slow machine.
        try type("\u{15}#\(attempt)")
        try see("a mark", within: Patience.pause) {
          $0.cursorLine == ("embedded> #\(attempt)", "")
        }
        try type("\u{15}")
        try seePrompt()
        return true
      } catch let error as Disappointment {
        if isAtEnd { throw error }
        return false
      }
    }
  }

  /// Shows that the prompt runs lines after signals were sent to it, and leaves it.
  ///
  /// A signal that was sent before a line was typed may be handled after it, and discards the line. Then
  /// the line is typed again.
  ///
  /// - Returns: the exit status that the user has asked for: 3.
  func leaveAfterSignals() throws -> Int32 {
    try again { try enter("print usable", seeing: "\nusable", within: Patience.pause) }
    return try again {
      try type("exit 3\r")
      return try end(within: Patience.pause)
    }
  }

  /// Tries at most ten times, unless the program has ended.
  private func again<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 1..<10 {
      do { return try body() } catch is Disappointment where !isAtEnd {}
    }
    return try body()
  }

  /// Reads the output of some milliseconds.
  func listen(forMilliseconds milliseconds: Int32) throws { _ = try listen(upTo: milliseconds) }

  func resize(columns: Int, rows: Int = 24) {
    screen.resize(columns: columns)
    terminal.resize(columns: columns, rows: rows)
  }

  func hangUp() { terminal.hangUp() }

  /// Marks the program as already waited for.
  func forget() { status = 0 }

  func send(_ signal: Int32) { Glibc.kill(process, signal) }

  /// Whether the terminal is in the state in which a shell leaves it: lines, echo, signals.
  var isSane: Bool { terminal.isSane }

  func seeTerminal(sane: Bool) throws {
    try wait(for: "a terminal that is \(sane ? "" : "not ")sane") { isSane == sane }
  }

  /// Waits until a job of the program, which is a shell, has the terminal, and so receives Ctrl-C.
  func seeJobInForeground() throws {
    try wait(for: "a job in the foreground") { ![-1, process].contains(terminal.foreground) }
  }

  /// Reads output until a condition holds that the screen does not show.
  func wait(for wanted: String, until isThere: () -> Bool) throws {
    try block(until: wanted, there: screen.text) {
      _ = try listen(upTo: 10)
      return isThere()
    }
  }

  /// Waits for the end.
  ///
  /// - Returns: the exit status.
  func end(within patience: Int32 = Patience.milliseconds) throws -> Int32 {
    while !isAtEnd {
      guard try listen(upTo: patience) else {
        throw Disappointment(wanted: "the end", screen: screen.text)
      }
    }
    let status = Program.wait(for: process)
    self.status = status
    return status
  }

  /// Reads output for some milliseconds; false if there is none.
  private func listen(upTo milliseconds: Int32) throws -> Bool {
    guard let bytes = PseudoTerminal.read(from: terminal.master, within: milliseconds) else {
      return false
    }
    if bytes.isEmpty {
      isAtEnd = true
    } else {
      isAnswered = true
      written += bytes
      screen.feed(bytes)
    }
    return true
  }
}
