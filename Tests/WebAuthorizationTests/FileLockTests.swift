import FoundationEssentials
import Glibc
import SeashellTesting
import Testing

@testable import WebAuthorization

@Suite struct FileLockTests {
  @Test func `the lock is free after its body, though a program that starts has the open file too`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    var copy: Int32 = -1
    defer { close(copy) }
    try await FileLock.hold(path, clock: ManualClock()) {
      // As a child has it between fork(2) and execve(2).
      let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      for file in files.compactMap({ Int32($0) }) {
        var (one, other) = (stat(), stat())
        guard fstat(file, &one) == 0, stat(path, &other) == 0, one.st_ino == other.st_ino,
          one.st_dev == other.st_dev
        else { continue }
        copy = dup(file)
      }
    }
    try #require(copy >= 0)
    let next = open(path, O_RDWR | O_CLOEXEC)
    defer { close(next) }
    #expect(flock(next, LOCK_EX | LOCK_NB) == 0)
  }
}
