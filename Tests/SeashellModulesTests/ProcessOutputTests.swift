import SeashellKit
import TestSupport
import Testing

@testable import SeashellModules

struct ProcessOutputTests {
  private func bytes(_ text: String, _ body: (UnsafeRawBufferPointer) -> Void) {
    Array(text.utf8).withUnsafeBytes(body)
  }

  @Test(arguments: [["a\nbc\n"], ["a", "\n", "b", "c\n"], ["a\nb", "c\n"]])
  func `output is split into the same lines in any pieces`(pieces: [String]) {
    var buffer = LineBuffer()
    var lines: [String] = []
    for piece in pieces {
      bytes(piece) { buffer.append($0) }
      while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(lines == ["a", "bc"])
    #expect(buffer.unfinished == 0)
  }

  @Test func `an incomplete line is counted and can be taken`() {
    var buffer = LineBuffer()
    bytes("a\nbcd") { buffer.append($0) }
    let lines = [buffer.next(), buffer.next()]
    #expect(lines == [[0x61], nil])
    #expect(buffer.unfinished == 3)
    let rest = buffer.takeRest()
    #expect(rest == Array("bcd".utf8))
    #expect(buffer.unfinished == 0)
  }

  @Test func `a long line of standard error is cut, and the next is complete`() {
    var lines = ErrorLines()
    let long = String(repeating: "x", count: ErrorLines.longest)
    var found: [String] = []
    bytes(long) { found += lines.append($0) }
    #expect(found.isEmpty)
    bytes("y\r\n\nz\r\nrest") { found += lines.append($0) }
    #expect(found == [long, "z"])
    found = lines.takeLine() + lines.takeLine()
    #expect(found == ["rest"])
  }

  @Test func `an output rate is averaged over ten seconds`() {
    var rate = OutputRate(limit: 10)
    let writes: [(second: Int64, bytes: Int)] = [
      (5, 100), (14, 1), (15, 99), (23, 0), (24, 2), (1_000, 100),
    ]
    let isTooFast = writes.map { rate.add($0.bytes, at: $0.second * 1_000_000_000) }
    #expect(isTooFast == [false, true, false, false, true, false])
  }

  @Test func `waiting output is limited, and taken in order`() {
    var limits = ModuleLimits()
    limits.waitingMessages = 3
    limits.messageSize = 10
    var inbox = ProcessInbox(limits)
    let isFirst = [inbox.add(.values([.null, .null])), inbox.add(.inputClosed)]
    #expect(isFirst == [true, false])
    #expect(!inbox.isFull)
    _ = inbox.add(.values([.null]))
    #expect(inbox.isFull)
    #expect(inbox.take().count == 3)
    #expect(!inbox.isFull)
    _ = inbox.add(.values([.null]), bytes: 10)
    #expect(inbox.isFull)
  }

  @Test func `dropped lines of standard error are counted`() {
    var inbox = ProcessInbox(ModuleLimits())
    for number in 0..<103 { _ = inbox.add(.errorLine("\(number)")) }
    let end = ProcessEnd(
      status: .status(0), breach: nil, wasAsked: false, isMidLine: false, lastErrorLine: nil)
    _ = inbox.add(.ended(end))
    let texts = inbox.take().map { event in
      switch event {
      case .errorLine(let line): line
      default: "the end"
      }
    }
    #expect(texts == (0..<100).map(String.init) + ["(3 more lines are left out)", "the end"])
    #expect(inbox.take().isEmpty)
  }

  @Test(arguments: [(0, "0 bytes"), (1_000, "1000 bytes"), (65_536, "64 KiB"), (4 << 20, "4 MiB")])
  func `a size is shown in the largest fitting unit`(bytes: Int, text: String) {
    #expect(ByteCount.text(bytes) == text)
  }
}
