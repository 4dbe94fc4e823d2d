import CoreSystem
import ShellRuntime
import ShellOutput
import Glibc
import SeashellTesting
import TestSupport
import Testing

@testable import ShellTerminal

@MainActor
@Suite("Results that are longer than the screen")
struct PagerTests {
  private let bench: ScreenBench

  init() throws {
    bench = try ScreenBench()
  }

  @Test(arguments: [["line 10\n"], ["x"], ["line 10\n", "line 11\n"]])
  func `results one line longer than the screen go through the pager`(more: [String]) async throws {
    bench.screen.beginStatement()
    try bench.write(lines(1...9))
    #expect(!bench.isPaging)
    for text in more { try bench.write(text) }
    #expect(bench.isPaging)
    await bench.screen.endStatement()
    #expect(bench.paged == lines(1...9) + more.joined())
    #expect(bench.terminal.pieces.isEmpty && !bench.isPaging)
  }

  @Test func `results that a wrapped line makes too long go through the pager`() async throws {
    bench.screen.beginStatement()
    try bench.write(lines(1...8))
    try bench.write("123456789012345678901\n")
    await bench.screen.endStatement()
    #expect(bench.paged == lines(1...8) + "123456789012345678901\n")
  }

  @Test func `all results reach the pager, however many`() async throws {
    let text = lines(1...100_000)
    bench.screen.beginStatement()
    let bytes = Array(text.utf8)
    try bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 65_536) {
        let piece = bytes[start..<min(start + 65_536, bytes.count)]
        try bench.screen.output.write(UnsafeRawBufferPointer(rebasing: piece))
      }
    }
    await bench.screen.endStatement()
    #expect(bench.paged == text)
    #expect(bench.terminal.pieces.isEmpty)
  }

  @Test func `results end when the user leaves the pager early, and the next ones are shown`()
    async throws
  {
    try bench.usePager("head -n 1 > PAGED")
    bench.screen.beginStatement()
    #expect(throws: OutputClosed()) {
      while true { try bench.write(lines(1...1_000)) }
    }
    #expect(throws: OutputClosed()) { try bench.write("more") }
    await bench.screen.endStatement()
    #expect(bench.paged == "line 1\n")
    bench.screen.beginStatement()
    try bench.write("short\n")
    await bench.screen.endStatement()
    #expect(bench.terminal.text == "short\n")
  }

  @Test func `results are abandoned if the user interrupts and the pager stops reading`()
    async throws
  {
    let fifo = bench.folder.file("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    try bench.usePager("read -r line < \(fifo); cat > PAGED")
    let user = BlockingExecutor.task { [interrupts = bench.interrupts] in
      while !interrupts.isShared.isRaised { sched_yield() }
      interrupts.raise()
    }
    bench.screen.beginStatement()
    let error = #expect(throws: ShellError.self) {
      while true { try bench.write(lines(1...1_000)) }
    }
    #expect(error?.code == .interrupted)
    try await user.value
    // The pager stays until the user leaves it.
    #expect(bench.isPaging)
    let writing = open(fifo, O_RDWR | O_CLOEXEC)
    defer { close(writing) }
    #expect(Glibc.write(writing, "q\n", 2) == 2)
    await bench.screen.endStatement()
    #expect(bench.paged.hasPrefix(lines(1...1_000)))
  }

  @Test(arguments: [
    ("/proc/nonexistent/pager", "no program on PATH is called '/proc/nonexistent/pager'"),
    ("/tmp", "cannot start '/tmp': Permission denied"),
    ("'\u{1B}[31m'", #"no program on PATH is called '\u{1B}[31m'"#),
  ])
  func `results are shown if the pager cannot start, which is reported once`(
    pager: String, message: String
  ) async throws {
    bench.settings.pager = pager
    bench.screen.beginStatement()
    try bench.write(lines(1...20))
    try bench.write(lines(21...40))
    await bench.screen.endStatement()
    #expect(
      bench.terminal.unfoldedPieces
        == [
          "E:test: \(message); set pager chooses another pager", lines(1...20), lines(21...40),
        ].map { Journal.unfolded($0) })
  }

  @Test func `errors do not disturb the pager, and are shown after it`()
    async throws
  {
    bench.screen.beginStatement()
    try bench.write(lines(1...10))
    try bench.writeError("first\n")
    try bench.write(lines(11...20))
    try bench.writeError("second\n")
    #expect(bench.terminal.pieces.isEmpty)
    await bench.screen.endStatement()
    #expect(bench.paged == lines(1...20))
    #expect(bench.terminal.pieces == ["E:first\nsecond\n"])
  }

  @Test(arguments: ["", " ", "off", "cat"])
  func `results are shown directly if there is no pager`(setting: String) async throws {
    bench.settings.pager = setting
    bench.screen.beginStatement()
    try bench.write(lines(1...20))
    #expect(bench.terminal.text == lines(1...20))
    await bench.screen.endStatement()
  }

  @Test(arguments: ["read -r line; exit 3", "cat > PAGED; kill -KILL $$"])
  func `results are shown if the pager fails before it has read them`(
    script: String
  ) async throws {
    try bench.usePager(script)
    bench.screen.beginStatement()
    try bench.write(lines(1...20))
    try bench.writeError("error\n")
    await bench.screen.endStatement()
    let notice =
      "E:test: the pager 'sh' ended with status 3; "
      + "set pager chooses another pager"
    let wanted = script.hasSuffix("3") ? [notice, lines(1...20), "E:error\n"] : ["E:error\n"]
    #expect(bench.terminal.unfoldedPieces == wanted.map { Journal.unfolded($0) })
  }

  @Test func `results are not shown again if a pager fails after reading them`() async throws {
    try bench.usePager("cat > PAGED; exit 3")
    bench.screen.beginStatement()
    try bench.write(lines(1...20))
    await bench.screen.endStatement()
    #expect(bench.terminal.pieces.isEmpty)
  }

  @Test func `results cut off by a failed pager are reported as incomplete`()
    async throws
  {
    try bench.usePager("exit 3")
    bench.screen.beginStatement()
    #expect(throws: OutputClosed()) {
      while true { try bench.write(lines(1...1_000)) }
    }
    await bench.screen.endStatement()
    let notice = Journal.unfolded("status 3, and what follows may be cut short")
    #expect(bench.terminal.unfoldedPieces.first?.contains(notice) == true)
    #expect(bench.terminal.text.contains("pager\n" + lines(1...1_000)))
    bench.screen.beginStatement()
    try bench.write("next\n")
    await bench.screen.endStatement()
    #expect(bench.terminal.pieces.last == "next\n")
  }

  @Test func `the pager inherits no descriptors of ours`() async throws {
    // Standard input, output and error, and the script.
    try bench.usePager("ls /proc/self/fd > PAGED.fds; cat > PAGED")
    let own = (0..<20).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for descriptor in own { close(descriptor) } }
    bench.screen.beginStatement()
    try bench.write(lines(1...10))
    await bench.screen.endStatement()
    let inherited = try bench.folder.read("paged.fds").split(separator: "\n")
      .compactMap { Int32($0) }
    #expect(inherited.count >= 3 && Set(inherited).isDisjoint(with: own))
  }
}
