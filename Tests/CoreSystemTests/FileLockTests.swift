@testable import CoreSystem
import Glibc
import SeashellTesting
import Testing

@Suite struct FileLockTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lock") }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `one task at a time holds the lock of a file or a folder`() throws {
    for (path, isFolder) in [(path, false), (folder.path, true)] {
      let locks = try [FileLock(path, isFolder: isFolder), FileLock(path, isFolder: isFolder)]
      #expect(try locks[0].take())
      #expect(try !locks[1].take())
      #expect(try !locks[1].takeBlocking(tries: 2, pause: 1))
      locks[0].release()
      #expect(try locks[1].takeBlocking(tries: 1, pause: 1))
    }
  }

  @Test func `the lock is free when its object is gone`() throws {
    var lock = try FileLock.take(path)
    #expect(lock != nil)
    #expect(try FileLock.take(path) == nil)
    lock = nil
    #expect(try FileLock.take(path) != nil)
  }

  @Test func `waiting ends when another task releases the lock, or after the last attempt`()
    async throws
  {
    let held = try #require(try FileLock.take(path))
    let clock = ManualClock()
    async let none = FileLock.wait(for: path, tries: 2, clock: clock)
    for _ in 0..<2 {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(10))
    }
    #expect(try await none == nil)
    async let other = FileLock.wait(for: path, tries: 2, clock: clock)
    await clock.sleepers(1)
    held.release()
    clock.advance(by: .milliseconds(10))
    #expect(try await other != nil)
  }

  @Test func `a removed file does not count as locked`() throws {
    let removed = try FileLock(path)
    #expect(try removed.take() && unlink(path) == 0 && !removed.isAtPath)
    #expect(try FileLock.take(path) != nil)
  }

  @Test func `the lock is free once released, though a program that starts has the open file too`()
    throws
  {
    let lock = try #require(try FileLock.take(path))
    // As a child has it between fork(2) and execve(2).
    let copy = dup(lock.descriptor)
    defer { close(copy) }
    lock.release()
    #expect(try FileLock.take(path) != nil)
  }
}
