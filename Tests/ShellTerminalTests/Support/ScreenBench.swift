import CoreSystem
import ShellRuntime
import ShellOutput
import Glibc
import SeashellTesting
import Testing

@testable import ShellTerminal

/// A screen over a recorded terminal, a scripted pager and a manual clock.
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
      name: "test", settings: settings, interrupts: interrupts,
      environment: { $0 == "TERM" ? "xterm" : nil },
      terminal: .init(
        results: terminal.results, errors: terminal.errors, descriptor: terminal.null,
        size: { terminal.size }),
      clock: clock)
    try usePager("cat > PAGED")
  }

  /// The text that the pager has read.
  var paged: String { (try? folder.read("paged")) ?? "" }

  /// Whether a pager uses the terminal.
  var isPaging: Bool { interrupts.isShared.isRaised }

  /// Uses a shell script as the pager.
  func usePager(_ script: String) throws {
    let text = script.replacing("PAGED", with: folder.file("paged"))
    let path = try folder.write("pager", "#!/bin/sh\n\(text)\n")
    // Run by sh: a process that another test is forking may have the file open for writing until it calls
    // exec, and a file open for writing cannot be executed.
    settings.pager = "sh \(path)"
  }

  func write(_ text: String) throws {
    try Array(text.utf8).withUnsafeBytes { try screen.output.write($0) }
  }

  func writeError(_ text: String) throws {
    try Array(text.utf8).withUnsafeBytes { try screen.errors.write($0) }
  }
}

/// Numbered lines.
func lines(_ range: ClosedRange<Int>) -> String {
  range.map { "line \($0)\n" }.joined()
}

/// Records results and errors in order, as a terminal would show them.
@MainActor
final class Journal {
  /// The pieces without white space, since notices are wrapped to the terminal's width.
  var unfoldedPieces: [String] { pieces.map(Self.unfolded) }

  static func unfolded(_ piece: String) -> String { piece.filter { !$0.isWhitespace } }

  var size: (columns: Int, rows: Int)? = (20, 10)
  /// The pager's output, which is discarded.
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
