import FoundationEssentials
import Glibc
import SeashellTesting
import Testing

@testable import CoreSystem

/// Files that several processes replace without a lock.
@Suite struct UnlockedFileTests {
  private let folder: TemporaryFolder
  private let file: PrivateFile

  init() throws {
    folder = try TemporaryFolder()
    file = PrivateFile(path: "\(folder.path)/a/file")
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/a").sorted() }
  }

  @Test func `replacements that overlap all succeed, and the last one wins`() throws {
    try file.replaceUnlocked(with: Array("old".utf8))
    let first = try file.beginUnlockedReplacement()
    let second = try file.beginUnlockedReplacement()
    try file.replaceUnlocked(with: Array("between".utf8))
    #expect(try file.read() == Array("between".utf8))
    try second.commit(Array("second".utf8))
    try first.commit(Array("first".utf8))
    #expect(try file.read() == Array("first".utf8))
    #expect(try names == ["file"])
    var status = stat()
    #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `what killed processes left is removed, and what others write is not`() throws {
    try file.replaceUnlocked(with: [])
    try folder.write("a/file.new-17", "left")
    try folder.write("a/file.newer", "other")
    let open = try file.beginUnlockedReplacement()
    try file.replaceUnlocked(with: [1])
    let name = try #require(open.path.split(separator: "/").last)
    #expect(try names == ["file", String(name), "file.newer"].sorted())
    open.cancel()
    #expect(try names == ["file", "file.newer"])
  }

  @Test func `a replacement that fails leaves nothing behind`() throws {
    try folder.write("b", "")
    #expect(throws: SystemError.self) {
      try PrivateFile(path: "\(folder.path)/b/file").replaceUnlocked(with: [])
    }
    // A folder cannot be replaced by a file.
    try file.replaceUnlocked(with: [1])
    #expect(throws: SystemError.self) {
      try PrivateFile(path: "\(folder.path)/a").replaceUnlocked(with: [])
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == ["a", "b"])
  }
}
