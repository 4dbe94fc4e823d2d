@testable import ShellOutput
import Dispatch
import Glibc
import SeashellTesting
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite(.mayBlock) struct `Writing to a descriptor` {
  /// A flag that another thread raises after the writer has checked it.
  private final class Interruption: Sendable {
    private let isRaised = Atomic(false)
    private let wasAsked = DispatchSemaphore(value: 0)

    func raiseOnceAsked() {
      DispatchQueue.global().async { [self] in
        wasAsked.wait()
        isRaised.store(true, ordering: .releasing)
      }
    }

    func check() -> Bool {
      wasAsked.signal()
      return isRaised.load(ordering: .acquiring)
    }
  }

  private func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private func stream(
    _ descriptor: Int32, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> ByteStream {
    ByteStream(
      to: DescriptorSink(descriptor: descriptor, name: "the file", isInterrupted: isInterrupted))
  }

  private let long = String(repeating: "0123456789abcdef", count: 65536)

  @Test func `a pipe gets everything, however slow its reader`() async throws {
    let ends = try pipe()
    let received = BlockingExecutor.task { readAll(ends.read) }
    let stream = stream(ends.write)
    try stream.write(long)
    try stream.write("end")
    try stream.flush()
    close(ends.write)
    #expect(try await received.value == Array((long + "end").utf8))
    close(ends.read)
  }

  private nonisolated func readAll(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1000)
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      all += piece[..<count]
    }
    return all
  }

  @Test func `a stalled reader of a pipe can be interrupted`() throws {
    let ends = try pipe()
    defer { for end in [ends.read, ends.write] { close(end) } }
    let interruption = Interruption()
    interruption.raiseOnceAsked()
    #expect(throws: ShellError(.interrupted, "interrupted")) {
      try stream(ends.write, isInterrupted: interruption.check).write(long)
    }
  }

  @Test func `a stalled peer of a socket can be interrupted`() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let interruption = Interruption()
    interruption.raiseOnceAsked()
    #expect(throws: ShellError(.interrupted, "interrupted")) {
      try stream(ends[0], isInterrupted: interruption.check).write(long)
    }
  }

  @Test func `a stopped terminal can be interrupted`() throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    defer { close(master) }
    var unlock: Int32 = 0
    var number: Int32 = 0
    let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    try #require(ioctl(master, setLock, &unlock) == 0)
    try #require(ioctl(master, getNumber, &number) == 0)
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(slave >= 0)
    defer { close(slave) }
    let interruption = Interruption()
    interruption.raiseOnceAsked()
    #expect(throws: ShellError(.interrupted, "interrupted")) {
      try stream(slave, isInterrupted: interruption.check).write(long)
    }
    #expect(fcntl(slave, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func `an interruption does not cut off output to a ready reader`() throws {
    let ends = try pipe()
    defer { for end in [ends.read, ends.write] { close(end) } }
    let stream = stream(ends.write) { true }
    try stream.write("before")
    try stream.flush()
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(ends.read, &bytes, bytes.count) == 6)
  }

  @Test func `a reader that is gone ends the output`() throws {
    signal(SIGPIPE, SIG_IGN)
    let ends = try pipe()
    close(ends.read)
    defer { close(ends.write) }
    let stream = stream(ends.write)
    try stream.write("nobody")
    #expect(throws: OutputClosed()) { try stream.flush() }
  }

  @Test func `writing to a full device is an error that says so`() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let stream = stream(full)
    try stream.write("too much")
    #expect(
      throws: ShellError(.failed, "cannot write to the file: No space left on device")
    ) { try stream.flush() }
  }

  @Test func `writing to a closed descriptor is an error`() throws {
    let stream = stream(-1)
    try stream.write("nowhere")
    #expect(throws: ShellError(.failed, "cannot write to the file: Bad file descriptor")) {
      try stream.flush()
    }
  }

  @Test func `a file gets everything`() throws {
    let folder = try TemporaryFolder()
    let file = open(folder.file("output"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    let stream = stream(file)
    try stream.write("<")
    try stream.write(long)
    try stream.flush()
    #expect(lseek(file, 0, SEEK_CUR) == off_t(long.utf8.count + 1))
  }
}
