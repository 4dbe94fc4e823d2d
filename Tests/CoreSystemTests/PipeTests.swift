import CoreSystem
import Glibc
import TestSupport
import Testing

@Suite(.mayBlock, .timeLimit(.minutes(1))) struct PipeTests {
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

  @Test func `a wait ends when one of the descriptors is readable`() async throws {
    let pipes = try [Pipe(), Pipe()]
    defer { pipes.forEach { $0.close() } }
    #expect(!Readiness.isReadable(pipes[1].reading))
    async let wait: Void = Readiness.wait(for: pipes.map(\.reading))
    var byte: UInt8 = 0
    #expect(write(pipes[1].writing, &byte, 1) == 1)
    try await wait
    #expect(Readiness.isReadable(pipes[1].reading))
    #expect(!Readiness.isReadable(pipes[0].reading))
  }

  @Test(arguments: [true, false])
  func `cancelling the task ends a wait`(isCancelledBefore: Bool) async throws {
    let pipe = try Pipe()
    defer { pipe.close() }
    let task = Task {
      if isCancelledBefore { while !Task.isCancelled { await Task.yield() } }
      try await Readiness.wait(for: pipe.reading)
    }
    if !isCancelledBefore { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
