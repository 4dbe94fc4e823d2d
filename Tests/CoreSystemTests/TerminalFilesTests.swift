import CoreSystem
import Glibc
import TestSupport
import Testing

@Suite(.mayBlock) struct TerminalFilesTests {
  private let terminal: PseudoTerminal
  private let program: Int32

  init() throws {
    terminal = try PseudoTerminal(isHeld: true)
    program = terminal.open()
    var settings = terminal.settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    settings.c_oflag &= ~tcflag_t(OPOST)
    #expect(tcsetattr(program, TCSANOW, &settings) == 0)
  }

  @Test func `reading a terminal does not wait for a key that Ctrl-C discarded`() {
    defer { close(program) }
    let input = TerminalInput(program)
    #expect(terminal.type("x".utf8) == 1)
    var request = pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 30_000) == 1)
    // The terminal does the same at Ctrl-C.
    #expect(tcflush(program, TCIFLUSH) == 0)
    var byte: UInt8 = 0
    let count = read(input.descriptor, &byte, 1)
    #expect(count == -1 && errno == EAGAIN)
    #expect(fcntl(program, F_GETFL) & O_NONBLOCK == 0, "others share the descriptor")
  }

  @Test func `writing continues after Ctrl-C has emptied a full terminal`() throws {
    defer { close(program) }
    let writer = TerminalWriter(program)
    let length = 100_000
    BlockingThread.run { writer.write(String(repeating: "a", count: length) + "end") }
    // The flushed bytes are fewer than the terminal holds.
    var text: [UInt8] = []
    while !text.suffix(3).elementsEqual("end".utf8) {
      let bytes = try #require(
        PseudoTerminal.read(from: terminal.master, within: 30_000), "after \(text.count) bytes")
      if text.isEmpty { #expect(tcflush(program, TCOFLUSH) == 0) }
      text += bytes
    }
    #expect(text.count > length / 2)
  }

  @Test func `a descriptor that is not a terminal is read and written directly`() throws {
    defer { close(program) }
    let pipe = try Pipe()
    defer { pipe.close() }
    #expect(TerminalInput(pipe.reading).descriptor == pipe.reading)
    TerminalWriter(pipe.writing).write("text")
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(pipe.reading, &bytes, 8) == 4)
  }
}
