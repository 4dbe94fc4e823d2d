import Foundation
import Glibc
import TestSupport
import Testing

/// A user at a terminal, in front of the shell's prompt or of another program.
///
/// The program leads a session of its own, whose terminal the test holds: what is typed comes as keys,
/// Ctrl-C as a signal, and what is shown is asked of a ``VirtualTerminal``.
final class PromptUser {
  let process: pid_t
  private let sandbox: Sandbox
  private let terminal: PseudoTerminal
  private var status: Int32?
  private(set) var screen: VirtualTerminal
  /// Everything that was written, escape sequences and all.
  private(set) var written: [UInt8] = []
  private var isAtEnd = false
  /// Whether anything was written since keys were last typed.
  ///
  /// Until then the screen still shows what it showed before, such as the last prompt, and that answers
  /// nothing.
  private var isAnswered = true

  /// How long a test waits for something to be shown before it fails, in milliseconds.
  static let patience: Int32 = 30_000

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
    screen = VirtualTerminal(columns: columns)
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    process = try Program.spawn(
      program, arguments,
      environment: sandbox.environment.merging(["TERM": "xterm-256color"]) { $1 }
        .merging(environment) { $1 },
      directory: sandbox.home, terminal: terminal.path)
  }

  /// A user who sees the prompt of a shell without a welcome.
  static func atPrompt(
    in sandbox: Sandbox, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> PromptUser {
    let user = try PromptUser(
      ["-q"], in: sandbox, columns: columns, rows: rows, environment: environment)
    try user.seePrompt()
    return user
  }

  /// A user of a shell with job control, at its prompt `outer> `, who may start Seashell there.
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
      // The terminal takes no more than some kilobytes that nobody reads.
      if !bytes.isEmpty { _ = try listen(upTo: 0) }
    }
  }

  /// Waits until the screen is as wanted, and the keys typed last have changed it.
  func see(
    _ wanted: String, within patience: Int32 = patience, where isThere: (VirtualTerminal) -> Bool
  ) throws {
    while !isAnswered || !isThere(screen) {
      guard !isAtEnd, try listen(upTo: patience) else {
        throw Disappointment(wanted: wanted, screen: screen.text)
      }
    }
  }

  /// Waits until a text is on the screen.
  func see(_ text: String, within patience: Int32 = patience) throws {
    try see("'\(text)'", within: patience) { $0.text.contains(text) }
  }

  /// Waits until the cursor stands between two texts, which are all of its row.
  func seeCursor(between before: String, and after: String = "") throws {
    try see("'\(before)|\(after)'") { $0.cursorLine == (before, after) }
  }

  /// Waits for a prompt with nothing typed, below a number of others.
  func seePrompt(_ prompt: String = "embedded> ") throws {
    try seeCursor(between: prompt)
  }

  /// Enters a line, and waits for what it leads to and the next prompt.
  func enter(_ line: String, seeing text: String, within patience: Int32 = patience) throws {
    let row = screen.cursorRow
    try type(line + "\r")
    try see("'\(text)' below '\(line)'", within: patience) {
      $0.cursorRow > row && $0.cursorLine == ("embedded> ", "") && $0.text(from: row).contains(text)
    }
  }

  /// Enters a line whose command goes on.
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

  /// Leaves whatever has the terminal, and waits for an empty prompt.
  func leaveAll() throws {
    for attempt in 1...60 {
      // `q` leaves a pager or a live view. Not right before Ctrl-C, with which the terminal forgets it.
      try type(attempt % 2 == 1 ? "\u{03}" : "q")
      do {
        return try see("a prompt", within: 500) { $0.cursorLine == ("embedded> ", "") }
      } catch is Disappointment where !isAtEnd {}
    }
    throw Disappointment(wanted: "a prompt", screen: screen.text)
  }

  /// Shows that the prompt runs lines after signals were sent to it, and leaves it.
  ///
  /// A signal that was sent before a line was typed may be handled after it, and drops the line: the user
  /// types it again.
  ///
  /// - Returns: the exit status, for which the user has asked: 3.
  func leaveAfterSignals() throws -> Int32 {
    try again { try enter("print usable", seeing: "\nusable", within: 2_000) }
    return try again {
      try type("exit 3\r")
      return try end(within: 2_000)
    }
  }

  /// Tries ten times at most, unless the program has ended.
  private func again<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 1..<10 {
      do { return try body() } catch is Disappointment where !isAtEnd {}
    }
    return try body()
  }

  /// Takes up what comes within some milliseconds.
  func listen(forMilliseconds milliseconds: Int32) throws { _ = try listen(upTo: milliseconds) }

  func resize(columns: Int, rows: Int = 24) {
    screen.resize(columns: columns)
    terminal.resize(columns: columns, rows: rows)
  }

  /// Takes the terminal away.
  func hangUp() { terminal.hangUp() }

  /// Says that the program was waited for.
  func forget() { status = 0 }

  func send(_ signal: Int32) { Glibc.kill(process, signal) }

  /// Whether the terminal is as a shell leaves it: lines, echo, signals.
  var isSane: Bool { terminal.isSane }

  /// Waits until the terminal is sane or not.
  func seeTerminal(sane: Bool) throws {
    try wait(for: "a terminal that is \(sane ? "" : "not ")sane") { isSane == sane }
  }

  /// Waits until a job of the program, which is a shell, has the terminal: Ctrl-C goes to it from then on.
  func seeJobInForeground() throws {
    try wait(for: "a job in the foreground") { ![-1, process].contains(terminal.foreground) }
  }

  private func wait(for wanted: String, until isThere: () -> Bool) throws {
    let start = ContinuousClock.now
    while !isThere() {
      _ = try listen(upTo: 10)
      if ContinuousClock.now - start > .milliseconds(Int(Self.patience)) {
        throw Disappointment(wanted: wanted, screen: screen.text)
      }
    }
  }

  /// Waits for the end.
  ///
  /// - Returns: the exit status.
  func end(within patience: Int32 = patience) throws -> Int32 {
    while !isAtEnd {
      guard try listen(upTo: patience) else {
        throw Disappointment(wanted: "the end", screen: screen.text)
      }
    }
    let status = Program.wait(for: process)
    self.status = status
    return status
  }

  /// Takes up what comes within some milliseconds; false where nothing does.
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
