import CoreSystem
import Glibc
import TestSupport
import Testing

@Suite(.mayBlock) struct PipeTests {
  @Test func `both ends are close-on-exec, and carry bytes from one to the other`() throws {
    let pipe = try Pipe()
    defer { pipe.close() }
    for end in [pipe.reading, pipe.writing] {
      #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0)
      #expect(fcntl(end, F_GETFL) & O_NONBLOCK == 0)
    }
    var byte: UInt8 = 7
    #expect(write(pipe.writing, &byte, 1) == 1)
    byte = 0
    #expect(read(pipe.reading, &byte, 1) == 1)
    #expect(byte == 7)
  }

  @Test func `a pipe that does not block has nothing to read at first`() throws {
    let pipe = try Pipe(blocks: false)
    defer { pipe.close() }
    var byte: UInt8 = 0
    #expect(read(pipe.reading, &byte, 1) == -1)
    #expect(errno == EAGAIN)
  }
}
