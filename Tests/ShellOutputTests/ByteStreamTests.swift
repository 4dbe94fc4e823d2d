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
