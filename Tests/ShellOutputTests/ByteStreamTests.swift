@testable import ShellOutput
import Testing

@MainActor
@Suite struct `A byte stream` {
  private final class FailingSink: ByteSink {
    var isBroken = true
    var text = ""

    func write(_ bytes: UnsafeRawBufferPointer) throws {
      if isBroken { throw OutputClosed() }
      text += String(decoding: bytes, as: UTF8.self)
    }
  }

  private final class HoldingSink: ByteSink {
    private var held = ""
    var shown = ""

    func write(_ bytes: UnsafeRawBufferPointer) {
      held += String(decoding: bytes, as: UTF8.self)
    }

    func showNow() { (shown, held) = (shown + held, "") }
  }

  @Test func `a byte stream holds its bytes until it is flushed`() throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    try stream.write("hello ")
    try stream.writeLine("wörld")
    #expect(sink.bytes.isEmpty)
    try stream.flush()
    #expect(sink.text == "hello wörld\n")
  }

  /// Resumes a test at a write.
  private final class AwaitedSink: ByteSink {
    private(set) var pieces: [String] = []
    private var waiter: CheckedContinuation<Void, Never>?

    func write(_ bytes: UnsafeRawBufferPointer) {
      pieces.append(String(decoding: bytes, as: UTF8.self))
      waiter?.resume()
      waiter = nil
    }

    func isWritten(after body: () throws -> Void) async {
      await withCheckedContinuation { continuation in
        waiter = continuation
        do { try body() } catch { Issue.record(error) }
      }
    }
  }

  @Test func `a byte stream writes its bytes before the loop waits, each time`() async throws {
    let sink = AwaitedSink()
    let stream = ByteStream(to: sink)
    await sink.isWritten {
      try stream.write("one ")
      try stream.write("piece")
      #expect(sink.pieces.isEmpty)
    }
    await sink.isWritten { try stream.write("another") }
    #expect(sink.pieces == ["one piece", "another"])
  }

  @Test func `an open line is ended before anything but its rest, and not at the end`() throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    try stream.write("a".utf8, isRest: false)
    try stream.write("b".utf8, isRest: true)
    try stream.write("".utf8, isRest: false)
    try stream.flush()
    #expect(sink.text == "ab")
    try stream.write("c".utf8, isRest: false)
    try stream.writeLine("d")
    try stream.write("e\n".utf8, isRest: false)
    try stream.write("f".utf8, isRest: false)
    try stream.write(String(repeating: "x", count: 70_000))
    try stream.write("g".utf8, isRest: false)
    try stream.endLine()
    try stream.endLine()
    try stream.write("h".utf8, isRest: false)
    try stream.flush()
    #expect(sink.text == "ab\nc\nd\ne\nf\n" + String(repeating: "x", count: 70_000) + "g\nh")
  }

  @Test func `a closed byte stream writes nothing more, even before the loop waits`() async throws {
    let (closed, open) = (MemorySink(), AwaitedSink())
    let stream = ByteStream(to: closed)
    let other = ByteStream(to: open)
    try stream.write("lost")
    stream.close()
    await open.isWritten { try other.write("written") }
    #expect(closed.bytes.isEmpty)
    #expect(throws: OutputClosed()) { try stream.write("lost too") }
    #expect(throws: OutputClosed()) { try stream.flush() }
  }

  @Test func `a byte stream shows the bytes that it and its sink hold`() throws {
    let sink = HoldingSink()
    let stream = ByteStream(to: sink)
    try stream.write("now")
    try stream.showNow()
    #expect(sink.shown == "now")
  }

  @Test func `a byte stream flushes itself at 64 KiB`() throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    for _ in 0..<65535 { try stream.write("a") }
    #expect(sink.bytes.isEmpty)
    try stream.write("b")
    #expect(sink.bytes.count == 65536)
  }

  @Test func `a byte stream keeps the order of short and very long texts`() throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let long = String(repeating: "x", count: 200_000)
    try stream.write("<")
    try stream.writeLine(long)
    try stream.write(">")
    try stream.flush()
    #expect(sink.text == "<\(long)\n>")
  }

  @Test func `a byte stream discards its buffer after an error and fails until it recovers`() throws
  {
    let sink = FailingSink()
    let stream = ByteStream(to: sink)
    try stream.write("lost")
    #expect(throws: OutputClosed()) { try stream.flush() }
    sink.isBroken = false
    #expect(throws: OutputClosed()) { try stream.write("lost too") }
    #expect(throws: OutputClosed()) { try stream.flush() }
    #expect(stream.failure is OutputClosed)
    stream.recover()
    try stream.write("found")
    try stream.flush()
    #expect(sink.text == "found")
  }
}
