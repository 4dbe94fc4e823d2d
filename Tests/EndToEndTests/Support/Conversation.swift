import Foundation
import Glibc
import TestSupport

/// A running shell that a test writes to and reads from, through pipes or a pseudoterminal.
final class Conversation {
  private let process: pid_t
  private let sandbox: Sandbox
  private let reading: Int32
  /// The terminal that ``reading`` belongs to; nil for a pipe.
  private let terminal: PseudoTerminal?
  private var writing: Int32?
  private var heard = ""
  private var status: Int32?

  struct Silence: Error, CustomStringConvertible {
    let wanted: String
    let heard: String
    var description: String { "'\(wanted)' did not come; what came was:\n\(heard)" }
  }

  /// Starts the shell on pipes, with standard error and standard output in one.
  static func pipes(_ arguments: [String] = [], in sandbox: Sandbox) throws -> Conversation {
    let (input, output) = (try pipe(), try pipe())
    defer { for end in [input.reading, output.writing] { close(end) } }
    let process = try Program.spawn(
      Program.seashell.path, arguments, environment: sandbox.environment, directory: sandbox.home,
      descriptors: [input.reading, output.writing, output.writing])
    return Conversation(process, in: sandbox, reading: output.reading, writing: input.writing)
  }

  /// Starts the shell with a terminal for its output and errors, and with empty input.
  static func terminal(
    columns: Int, _ arguments: [String], in sandbox: Sandbox,
    environment: [String: String] = ["TERM": "xterm-256color"]
  ) throws -> Conversation {
    let pty = try PseudoTerminal(columns: columns)
    let (terminal, null) = (pty.open(), open("/dev/null", O_RDONLY | O_CLOEXEC))
    defer { for end in [terminal, null] { close(end) } }
    let process = try Program.spawn(
      Program.seashell.path, arguments,
      environment: sandbox.environment.merging(environment) { $1 }, directory: sandbox.home,
      descriptors: [null, terminal, terminal])
    return Conversation(process, in: sandbox, reading: pty.master, terminal: pty)
  }

  private init(
    _ process: pid_t, in sandbox: Sandbox, reading: Int32, writing: Int32? = nil,
    terminal: PseudoTerminal? = nil
  ) {
    self.process = process
    self.sandbox = sandbox
    self.reading = reading
    self.writing = writing
    self.terminal = terminal
  }

  deinit {
    closeInput()
    if terminal == nil { close(reading) }
    if status == nil {
      Glibc.kill(process, SIGKILL)
      _ = Program.wait(for: process)
    }
  }

  func say(_ text: String) throws {
    guard let writing else { return }
    try FileHandle(fileDescriptor: writing, closeOnDealloc: false).write(
      contentsOf: Data(text.utf8))
  }

  func closeInput() {
    if let writing { close(writing) }
    writing = nil
  }

  /// The peak memory of the process, in bytes.
  var peakMemory: Int {
    get throws { try Self.peakMemory(of: process) }
  }

  /// The peak memory of a process, in bytes.
  static func peakMemory(of process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let kilobytes = status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) }
    guard let kilobytes else { throw POSIXError(.ESRCH) }
    return kilobytes << 10
  }

  /// The files mapped into the process's memory, including its libraries.
  var mappedFiles: String {
    get throws { try Self.filesMapped(by: process) }
  }

  /// The files mapped into a process's memory.
  static func filesMapped(by process: pid_t) throws -> String {
    // Such a file has the size 0, and is read in pieces.
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/maps"))
    var data = Data()
    while let piece = try file.read(upToCount: 65_536), !piece.isEmpty { data += piece }
    return String(decoding: data, as: UTF8.self)
  }

  func interrupt() { send(SIGINT) }

  func send(_ signal: Int32) { Glibc.kill(process, signal) }

  func kill() { Glibc.kill(process, SIGKILL) }

  /// Waits for a text.
  ///
  /// - Parameter patience: the maximum time without output, in milliseconds.
  /// - Returns: the output up to the end of the text, since the last call.
  @discardableResult
  func hear(_ text: String, within patience: Int32 = Patience.milliseconds) throws -> String {
    while true {
      if let range = heard.range(of: text) {
        defer { heard = String(heard[range.upperBound...]) }
        return String(heard[..<range.upperBound])
      }
      guard try listen(within: patience) else { throw Silence(wanted: text, heard: heard) }
    }
  }

  func end() throws -> (status: Int32, rest: String) {
    while try listen() {}
    let status = Program.wait(for: process)
    self.status = status
    return (status, heard)
  }

  /// Reads the next output; false at the end.
  private func listen(within patience: Int32 = Patience.milliseconds) throws -> Bool {
    guard let bytes = PseudoTerminal.read(from: reading, within: patience) else {
      throw Silence(wanted: "anything", heard: heard)
    }
    heard += String(decoding: bytes, as: UTF8.self)
    return !bytes.isEmpty
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
