import FoundationEssentials
import Glibc
import SeashellTesting
import Testing

@testable import ServePlugin

@Suite("The folder of a temporary shop")
struct TemporaryShopFolderTests {
  private let base: TemporaryFolder

  init() throws {
    base = try TemporaryFolder()
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: base.path).sorted()
  }

  /// Creates a folder that a killed process has left.
  private func leave(_ name: String, _ files: [String]) throws {
    try FileManager.default.createDirectory(
      atPath: base.file(name), withIntermediateDirectories: false)
    for file in files { try base.write("\(name)/\(file)", "") }
  }

  @Test func `a temporary shop's folder is removed with all files of a shop`() throws {
    let folder = try TemporaryShopFolder(in: base.path)
    try Data().write(to: URL(filePath: folder.database))
    try Data().write(to: URL(filePath: folder.database + "-journal"))
    folder.remove()
    #expect(try names() == [])
  }

  @Test func `a killed process's folder is removed by the next one`() throws {
    try leave("seashell-serve-killed", ["shop.db", "shop.db-journal"])
    let folder = try TemporaryShopFolder(in: base.path)
    #expect(!(try names()).contains("seashell-serve-killed"))
    folder.remove()
  }

  @Test func `a temporary shop's folder stays while its process lives`() throws {
    let first = try TemporaryShopFolder(in: base.path)
    try Data().write(to: URL(filePath: first.database))
    let second = try TemporaryShopFolder(in: base.path)
    #expect(FileManager.default.fileExists(atPath: first.database))
    #expect(try names().count == 2)
    first.remove()
    second.remove()
    #expect(try names() == [])
  }

  @Test func `a folder with another name, or other files, is not removed`() throws {
    try leave("seashell-other", ["shop.db"])
    try leave("seashell-serve-mine", ["letter.txt"])
    try FileManager.default.createSymbolicLink(
      atPath: base.file("seashell-serve-link"), withDestinationPath: base.file("seashell-other"))
    try TemporaryShopFolder(in: base.path).remove()
    #expect(try names() == ["seashell-other", "seashell-serve-link", "seashell-serve-mine"])
    #expect(FileManager.default.fileExists(atPath: base.file("seashell-other/shop.db")))
    #expect(FileManager.default.fileExists(atPath: base.file("seashell-serve-mine/letter.txt")))
  }
}
