import CoreSystem
import ShellRuntime
import ShellOutput
import Glibc
import SeashellTesting
import Testing

@testable import ShellTerminal

/// A screen, with what a test holds around it: a terminal, a pager, a clock.
@MainActor
final class ScreenBench {
  let folder: TemporaryFolder
  let settings = ShellSettings()
  let interrupts = Interrupts()
  let clock = ManualClock()
  let terminal = Journal()
  let screen: TerminalScreen

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
    let terminal = terminal
    screen = TerminalScreen(
      settings: settings, interrupts: interrupts, environment: { $0 == "TERM" ? "xterm" : nil },
      results: terminal.results, errors: terminal.errors, descriptor: terminal.null, clock: clock,
      size: { terminal.size })
    try usePager("cat > PAGED")
  }

  /// What the pager reads.
  var paged: String { (try? folder.read("paged")) ?? "" }

  /// Whether a pager has the terminal.
  var isPaging: Bool { interrupts.isShared.isRaised }

  /// Makes a pager of a script of sh.
  func usePager(_ script: String) throws {
    let text = script.replacing("PAGED", with: folder.file("paged"))
    let path = try folder.write("pager", "#!/bin/sh\n\(text)\n")
    // By sh: a program that another test starts at this moment has the file open for writing until it
    // is itself, and a file that is open so cannot be executed.
    settings.pager = "sh \(path)"
  }

  func write(_ text: String) throws {
    try Array(text.utf8).withUnsafeBytes { try screen.output.write($0) }
  }

  func writeError(_ text: String) throws {
    try Array(text.utf8).withUnsafeBytes { try screen.errors.write($0) }
  }
}

/// Some lines with their numbers.
func lines(_ range: ClosedRange<Int>) -> String {
  range.map { "line \($0)\n" }.joined()
}

/// What a terminal shows, results and errors in their order.
@MainActor
final class Journal {
  /// The pieces without blanks and newlines: a notice is broken where the terminal is narrow.
  var unfoldedPieces: [String] { pieces.map(Self.unfolded) }

  static func unfolded(_ piece: String) -> String { piece.filter { !$0.isWhitespace } }

  var size: (columns: Int, rows: Int)? = (20, 10)
  /// What a pager shows is of no interest.
  let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
  private(set) var pieces: [String] = []

  deinit { close(null) }

  var text: String { pieces.joined() }
  var results: any ByteSink { Sink { self.pieces.append($0) } }
  var errors: any ByteSink { Sink { self.pieces.append("E:\($0)") } }

  private final class Sink: ByteSink {
    private let take: (String) -> Void

    init(_ take: @escaping (String) -> Void) { self.take = take }

    func write(_ bytes: UnsafeRawBufferPointer) { take(String(decoding: bytes, as: UTF8.self)) }
  }
}
