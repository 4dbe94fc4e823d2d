import FoundationEssentials
import Glibc
import SeashellKit
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
  }

  @Test(arguments: [0, 1, 4_095, 4_096, 4_097, PrivateFile.maximumSize])
  func `it reads what was written`(count: Int) throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    try file.replace(with: data)
    #expect(try file.read() == data)
    try file.remove()
    #expect(try file.read() == nil)
  }

  @Test func `a file that is too large is not read`() throws {
    try file.replace(with: Data(count: PrivateFile.maximumSize + 1))
    let error = try #require(throws: ShellError.self) { try file.read() }
    #expect(error.code == .limit)
    #expect(error.message.contains(file.path))
  }

  @Test func `only its owner can read it, though the mask lets everybody`() async throws {
    // The mask is the whole process's.
    await #expect(processExitsWith: .success) { [path = file.path as String] in
      umask(0)
      let file = PrivateFile(path: path)
      try file.replace(with: Data("one".utf8))
      #expect(Self.mode(of: path) == 0o600)
      // A file that somebody has opened to all is closed again by its replacement.
      #expect(chmod(path, 0o666) == 0)
      try file.replace(with: Data("two".utf8))
      #expect(Self.mode(of: path) == 0o600)
    }
  }

  @Test func `a reader that has the old file open sees its old content`() throws {
    try file.replace(with: Data("old".utf8))
    let descriptor = open(file.path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try file.replace(with: Data("new and longer".utf8))
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = read(descriptor, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "old")
    #expect(try file.read() == Data("new and longer".utf8))
  }

  @Test func `readers meet the old content or the new one, and never a part`() async throws {
    let versions = [Data(repeating: 1, count: 10_000), Data(repeating: 2, count: 20_000)]
    try file.replace(with: versions[0])
    let file = file
    let seen = try await withThrowingTaskGroup(of: Set<Data?>.self) { group in
      group.addTask {
        for index in 1...50 { try file.replace(with: versions[index % 2]) }
        return []
      }
      group.addTask {
        var seen: Set<Data?> = []
        for _ in 0..<500 { seen.insert(try file.read()) }
        return seen
      }
      var seen: Set<Data?> = []
      for try await some in group { seen.formUnion(some) }
      return seen
    }
    #expect(!seen.isEmpty && seen.isSubset(of: versions))
  }

  @Test func `a replacement leaves no other file behind, even when it fails`() throws {
    try file.replace(with: Data("content".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/a") == ["file"])
    let taken = PrivateFile(path: "\(folder.path)/a")
    let error = try #require(throws: ShellError.self) { try taken.replace(with: Data()) }
    #expect(error.message.hasPrefix("cannot write \(folder.path)/a: "))
    #expect(try folder.names == ["a"])
    #expect(try file.read() == Data("content".utf8))
  }

  @Test func `a replacement reserves its space, and is as long as the content`()
    throws
  {
    try file.replace(with: Data("old".utf8))
    let replacement = try file.beginReplacement(reserving: 10_000)
    #expect(file.hasUnfinishedReplacement)
    var status = stat()
    #expect(stat("\(file.path).new", &status) == 0)
    #expect(status.st_size == 10_000 && status.st_blocks * 512 >= 10_000)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(try file.read() == Data("old".utf8))
    try replacement.commit(Data("new and longer".utf8))
    #expect(try file.read() == Data("new and longer".utf8))
    #expect(!file.hasUnfinishedReplacement)
  }

  @Test func `a cancelled replacement keeps the file, and an abandoned one is removed`() throws {
    try file.replace(with: Data("old".utf8))
    try file.beginReplacement(reserving: 10).cancel()
    #expect(!file.hasUnfinishedReplacement)
    try Data("left".utf8).write(to: URL(filePath: "\(file.path).new"))
    try file.replace(with: Data("new".utf8))
    #expect(try file.read() == Data("new".utf8))
    #expect(!file.hasUnfinishedReplacement)
    try Data("left".utf8).write(to: URL(filePath: "\(file.path).new"))
    try file.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/a") == [])
  }

  @Test func `a link in the file's place is not followed`() throws {
    let other = PrivateFile(path: "\(folder.path)/other")
    try other.replace(with: Data("other".utf8))
    let link = PrivateFile(path: "\(folder.path)/link")
    #expect(symlink(other.path, link.path) == 0)
    #expect(throws: ShellError.self) { try link.read() }
    try link.replace(with: Data("mine".utf8))
    #expect(try other.read() == Data("other".utf8))
    #expect(try link.read() == Data("mine".utf8))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a path that is not a regular file is neither read nor waited for`() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder.path] {
      let error = try #require(throws: ShellError.self) { try PrivateFile(path: path).read() }
      #expect(error.message == "cannot read \(path): not a regular file")
    }
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
