import CoreSystem
import Glibc
import SeashellTesting
import Testing

@Suite struct SmallFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [0, 1, 65_536, 1 << 20])
  func `a file up to the size limit is read whole`(size: Int) throws {
    try folder.write("file", String(repeating: "x", count: size))
    #expect(try SmallFile.read(folder.file("file")).count == size)
  }

  @Test func `a file above the size limit is rejected by its size`() throws {
    let path = folder.file("large")
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    // Larger than memory, and without blocks on the disk.
    try #require(ftruncate(descriptor, 1 << 36) == 0)
    #expect(throws: SmallFile.Failure.tooLarge(1 << 20)) { try SmallFile.read(path) }
    #expect(SmallFile.Failure.tooLarge(1 << 20).reason == "it is larger than 1 MiB")
  }

  @Test func `a file of unknown size is read up to the limit`() throws {
    // The system reports a size of 0 for it.
    #expect(try !SmallFile.read("/proc/self/maps").isEmpty)
  }

  @Test func `a file that is not regular is not read, without waiting for a writer`() throws {
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(throws: SmallFile.Failure.notRegular) { try SmallFile.read(folder.file("pipe")) }
    #expect(throws: SmallFile.Failure.notRegular) { try SmallFile.read("/dev/zero") }
    #expect(throws: SmallFile.Failure.system(EISDIR)) { try SmallFile.read(folder.path) }
    #expect(throws: SmallFile.Failure.system(ENOENT)) { try SmallFile.read(folder.file("none")) }
  }
}
