import ShellOutput
import SeashellTesting
import TestSupport
import Testing

@testable import ShellTerminal

@MainActor
@Suite("Results of a statement at the prompt")
struct TerminalScreenTests {
  private let bench: ScreenBench

  init() throws {
    bench = try ScreenBench()
  }

  @Test func `results that fit the screen with the next prompt are shown directly`() async throws {
    bench.screen.beginStatement()
    try bench.write(lines(1...4))
    try bench.write("line 5\nline 6\n")
    try bench.write(lines(7...9))
    #expect(bench.terminal.pieces.isEmpty)
    await bench.screen.endStatement()
    #expect(bench.terminal.text == lines(1...9))
    #expect(bench.paged.isEmpty && !bench.isPaging)
  }

  @Test func `results appear before a later error`() async throws {
    bench.screen.beginStatement()
    try bench.write("before\n")
    try bench.writeError("error\n")
    try bench.write("after\n")
    await bench.screen.endStatement()
    #expect(bench.terminal.pieces == ["before\n", "E:error\n", "after\n"])
  }

  @Test func `only a limited part of a flood of errors is held`() async throws {
    bench.screen.beginStatement()
    try bench.write(lines(1...10))
    let line = String(repeating: "x", count: 1_023) + "\n"
    for _ in 1...1_030 { try bench.writeError(line) }
    await bench.screen.endStatement()
    #expect(
      bench.terminal.pieces == [
        "E:" + String(repeating: line, count: 1_024),
        "E:test: 6144 more\nbytes of errors were\nleft out\n",
      ])
  }

  @Test func `results are shown from the moment that the command asks for it`() async throws {
    bench.screen.beginStatement()
    try bench.write("first\n")
    #expect(bench.terminal.pieces.isEmpty)
    try bench.screen.output.showNow()
    #expect(bench.terminal.pieces == ["first\n"])
    try bench.write(lines(1...20))
    #expect(bench.terminal.pieces == ["first\n", lines(1...20)])
    await bench.screen.endStatement()
    bench.screen.beginStatement()
    try bench.write(lines(1...20))
    try bench.screen.output.showNow()
    try bench.write("more\n")
    await bench.screen.endStatement()
    #expect(bench.paged == lines(1...20) + "more\n")
    #expect(bench.terminal.pieces.count == 2)
  }

  @Test func `results are shown if no more arrive for a while`() async throws {
    bench.screen.beginStatement()
    try bench.write(lines(1...5))
    await bench.clock.sleepers(1)
    #expect(bench.terminal.pieces.isEmpty)
    bench.clock.advance(by: .seconds(1))
    await until { !bench.terminal.pieces.isEmpty }
    try bench.write(lines(6...10))
    #expect(bench.terminal.pieces == [lines(1...5)])
    await bench.clock.sleepers(1)
    await bench.screen.endStatement()
    #expect(bench.terminal.text == lines(1...10))
  }

  @Test func `held results are limited in size`() async throws {
    bench.screen.beginStatement()
    let invisible = String(repeating: "\u{301}", count: 1 << 19)
    try bench.write(invisible)
    #expect(!bench.isPaging)
    try bench.write("x")
    #expect(bench.isPaging)
    await bench.screen.endStatement()
    #expect(bench.paged == invisible + "x")
  }

  @Test func `results outside a statement are shown directly`() throws {
    try bench.write(lines(1...20))
    try bench.writeError("notice\n")
    #expect(bench.terminal.pieces == [lines(1...20), "E:notice\n"])
  }

  @Test func `results are shown directly if the terminal's size is unknown`() async throws {
    bench.terminal.size = nil
    bench.screen.beginStatement()
    try bench.write(lines(1...20))
    #expect(bench.terminal.text == lines(1...20))
    await bench.screen.endStatement()
  }

  @Test func `results are measured by the terminal's size at the statement`() async throws {
    bench.terminal.size = (20, 5)
    bench.screen.beginStatement()
    try bench.write(lines(1...5))
    await bench.screen.endStatement()
    #expect(bench.paged == lines(1...5))
  }
}
