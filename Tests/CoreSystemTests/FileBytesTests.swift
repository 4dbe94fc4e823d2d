import CoreSystem
import Glibc
import SeashellTesting
import Synchronization
import Testing

@Suite struct FileBytesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `all bytes are written, and read up to the end or soon after the bound`() throws {
    let descriptor = open(folder.file("file"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(FileBytes.write(bytes, to: descriptor))
    lseek(descriptor, 0, SEEK_SET)
    #expect(FileBytes.read(descriptor, upTo: 100_000) == bytes)
    lseek(descriptor, 0, SEEK_SET)
    let part = try #require(FileBytes.read(descriptor, upTo: 20_000))
    #expect(part.count > 20_000 && part.count < 60_000)
    #expect(FileBytes.read(descriptor, 10, at: 5) == Array(bytes[5..<15]))
    #expect(FileBytes.read(descriptor, 10, at: 99_997) == Array(bytes.suffix(3)))
  }

  @Test func `a failure leaves its reason in errno`() {
    #expect(FileBytes.read(-1, upTo: 1) == nil && errno == EBADF)
    #expect(FileBytes.read(-1, 1, at: 0) == nil && errno == EBADF)
    #expect(!FileBytes.write([1], to: -1) && errno == EBADF)
  }

  private static let signals = Atomic(0)

  @Test func `a signal does not end a read`() async throws {
    // Its handler has no SA_RESTART, so read(2) fails with EINTR.
    await #expect(processExitsWith: .success) {
      var action = sigaction()
      Self.signals.store(0, ordering: .relaxed)
      action.__sigaction_handler.sa_handler = { _ in Self.signals.add(1, ordering: .relaxed) }
      sigaction(SIGALRM, &action, nil)
      // The threads of a test block most signals.
      var alarm = sigset_t()
      sigemptyset(&alarm)
      sigaddset(&alarm, SIGALRM)
      pthread_sigmask(SIG_UNBLOCK, &alarm, nil)
      let pipe = try Pipe()
      let reader = pthread_self()
      let state = open("/proc/thread-self/stat", O_RDONLY | O_CLOEXEC)
      BlockingThread.run {
        for count in 1...5 {
          // `S` in the third field: the thread sleeps, which it does only in `read`.
          while !String(decoding: FileBytes.read(state, 200, at: 0) ?? [], as: UTF8.self)
            .contains(") S ")
          {
            sched_yield()
          }
          pthread_kill(reader, SIGALRM)
          while Self.signals.load(ordering: .relaxed) < count { sched_yield() }
        }
        _ = FileBytes.write([1, 2], to: pipe.writing)
        close(pipe.writing)
      }
      #expect(FileBytes.read(pipe.reading, upTo: 10) == [1, 2])
      #expect(Self.signals.load(ordering: .relaxed) == 5)
    }
  }
}
