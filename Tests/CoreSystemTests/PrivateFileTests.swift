import CoreSystem
import FoundationEssentials
import Glibc
import SeashellTesting
import Testing

@Suite struct PrivateFileTests {
  private let folder: TemporaryFolder
  private let file: PrivateFile

  init() throws {
    folder = try TemporaryFolder()
    file = PrivateFile(path: "\(folder.path)/a/file")
  }

  @Test func `a missing file reads as nil`() throws {
    #expect(try file.read() == nil)
    try file.remove()
    // What is no folder has no files.
    try folder.write("a", "")
    #expect(try file.read() == nil)
  }

  @Test(arguments: [0, 1, 4_095, 4_096, 4_097, PrivateFile.maximumSize])
  func `a private file is read as it was written`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try file.replace(with: bytes)
    #expect(try file.read() == bytes)
    try file.remove()
    #expect(try file.read() == nil)
  }

  @Test func `a file that is too large is not read`() throws {
    try file.replace(with: [UInt8](repeating: 0, count: PrivateFile.maximumSize + 1))
    let error = try #require(throws: SystemError.self) { try file.read() }
    #expect(error.description == "cannot read \(file.path): it is larger than 1 MiB")
  }

  @Test func `only its owner can read a private file, whatever the umask`() async throws {
    // The umask is shared by the whole process.
    await #expect(processExitsWith: .success) { [path = file.path as String] in
      umask(0)
      let file = PrivateFile(path: path)
      try file.replace(with: Array("one".utf8))
      #expect(Self.mode(of: path) == 0o600)
      // Replacing a file that others can read makes it private again.
      #expect(chmod(path, 0o666) == 0)
      try file.replace(with: Array("two".utf8))
      #expect(Self.mode(of: path) == 0o600)
    }
  }

  @Test func `a replacement leaves the content of an open file as it was`() throws {
    try file.replace(with: Array("old".utf8))
    let descriptor = open(file.path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try file.replace(with: Array("new and longer".utf8))
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = read(descriptor, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "old")
    #expect(try file.read() == Array("new and longer".utf8))
  }

  @Test func `readers get the old content or the new one, never a part`() async throws {
    let versions = [[UInt8](repeating: 1, count: 10_000), [UInt8](repeating: 2, count: 20_000)]
    try file.replace(with: versions[0])
    let file = file
    let seen = try await withThrowingTaskGroup(of: Set<[UInt8]?>.self) { group in
      group.addTask {
        for index in 1...50 { try file.replace(with: versions[index % 2]) }
        return []
      }
      group.addTask {
        var seen: Set<[UInt8]?> = []
        for _ in 0..<500 { seen.insert(try file.read()) }
        return seen
      }
      var seen: Set<[UInt8]?> = []
      for try await some in group { seen.formUnion(some) }
      return seen
    }
    #expect(!seen.isEmpty && seen.isSubset(of: versions))
  }

  @Test func `a replacement leaves nothing else behind, even when it fails`() throws {
    try file.replace(with: Array("content".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/a") == ["file"])
    let taken = PrivateFile(path: "\(folder.path)/a")
    let error = try #require(throws: SystemError.self) { try taken.replace(with: []) }
    #expect(error.description.hasPrefix("cannot write \(folder.path)/a: "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    #expect(try file.read() == Array("content".utf8))
  }

  @Test func `a replacement has its space before its content, and is as long as the content`()
    throws
  {
    try file.replace(with: Array("old".utf8))
    let replacement = try file.beginReplacement(reserving: 10_000)
    #expect(file.hasUnfinishedReplacement)
    var status = stat()
    #expect(stat("\(file.path).new", &status) == 0)
    #expect(status.st_size == 10_000 && status.st_blocks * 512 >= 10_000)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(try file.read() == Array("old".utf8))
    try replacement.commit(Array("new and longer".utf8))
    #expect(try file.read() == Array("new and longer".utf8))
    #expect(!file.hasUnfinishedReplacement)
  }

  @Test func `a cancelled replacement leaves the file, and an unfinished one is removed`() throws {
    try file.replace(with: Array("old".utf8))
    try file.beginReplacement(reserving: 10).cancel()
    #expect(!file.hasUnfinishedReplacement)
    try folder.write("a/file.new", "left")
    try file.replace(with: Array("new".utf8))
    #expect(try file.read() == Array("new".utf8))
    #expect(!file.hasUnfinishedReplacement)
    try folder.write("a/file.new", "left")
    try file.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/a") == [])
  }

  @Test func `a link in the file's place is not followed`() throws {
    let other = PrivateFile(path: "\(folder.path)/other")
    try other.replace(with: Array("other".utf8))
    let link = PrivateFile(path: "\(folder.path)/link")
    #expect(symlink(other.path, link.path) == 0)
    #expect(throws: SystemError.self) { try link.read() }
    try link.replace(with: Array("mine".utf8))
    #expect(try other.read() == Array("other".utf8))
    #expect(try link.read() == Array("mine".utf8))
  }

  @Test
  func `a pipe or folder at a private file's path is an error, and reading does not wait`() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder.path] {
      let error = try #require(throws: SystemError.self) { try PrivateFile(path: path).read() }
      #expect(error.description == "cannot read \(path): it is not a regular file")
    }
  }

  @Test func `a file for appending is private, and each write goes to its end`() async throws {
    await #expect(processExitsWith: .success) { [path = folder.file("log") as String] in
      umask(0)
      let file = PrivateFile(path: path)
      let descriptors = try [file.openForAppending(), file.openForAppending()]
      #expect(Self.mode(of: path) == 0o600)
      try file.write(Array("one\n".utf8), to: descriptors[0])
      try file.write(Array("two\n".utf8), to: descriptors[1])
      #expect(try file.read() == Array("one\ntwo\n".utf8))
    }
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
