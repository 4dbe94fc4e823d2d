import Foundation
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import SeashellAPIs

/// When a description in a file is read again.
@Suite struct DescriptionStoreTests {
  private let folder: TemporaryFolder
  private let directories: Directories

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path
    directories = Directories(name: "orders") { $0.hasPrefix("XDG_") ? path : nil }
  }

  private static func description(_ ids: String...) -> String {
    let paths = ids.map { #""/\#($0)": {"get": {"operationId": "\#($0)"}}"# }
    return #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"#
      + paths.joined(separator: ",") + "}}"
  }

  private func api(_ name: String = "wh", describedBy file: String = "a.json") throws
    -> ConfiguredAPI
  {
    let text = """
      { apis: { '\(name)': { description: '\(file)',
        environments: { live: { baseURL: 'https://wh.test' } } } } }
      """
    return try Configuration(parsing: text, from: "\(folder.path)/config.json").apis[0]
  }

  /// The ids of the operations, as a new process finds them.
  private func ids(of api: ConfiguredAPI) throws -> [String] {
    let index = try DescriptionStore(directories).index(of: api) { Issue.record("\($0)") }
    return try #require(index).entries().map(\.id)
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/orders/apis") }
  }

  @Test func `a file with other content is read again, also if it is older than the index`() throws
  {
    try folder.write("a.json", Self.description("one"))
    #expect(try ids(of: api()) == ["one"])
    try folder.write("b.json", Self.description("two"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.file("b.json"))
    _ = try FileManager.default.removeItem(atPath: folder.file("a.json"))
    try FileManager.default.moveItem(
      atPath: folder.file("b.json"), toPath: folder.file("a.json"))
    #expect(try ids(of: api()) == ["two"])
    #expect(try files.count == 1)
  }

  @Test func `the names in an index of the version before are kept, which is said once`() throws {
    try folder.write("a.json", Self.description("one"))
    #expect(try ids(of: api()) == ["one"])
    let path = try "\(folder.path)/orders/apis/\(#require(files.first))"
    let name = try #require(CommandName("stock list"))
    let former = FormerNames([FormerName(id: "one", method: .get, path: "/one", name: name)])
    let source = try DescriptionStore.source(of: #require(api().description))
    try DescriptionIndex(
      reading: Array(Self.description("one").utf8), source: source, date: 1, keeping: former
    ).write(to: path)
    try makeFormer(path)
    #expect(DescriptionStore(directories).known(try api()) == nil)
    var notices: [String] = []
    for _ in 1...2 {
      let index = try DescriptionStore(directories).index(of: api()) { notices.append($0) }
      #expect(try index?.entries().map(\.name) == [name])
    }
    #expect(notices.count == 1)
    #expect(notices.first?.contains("'api refresh wh --rename' lists") == true, "\(notices)")
  }

  /// Gives an index the number of the version before, as that wrote it.
  private func makeFormer(_ path: String) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    bytes[7] = IndexLayout.formerVersion
    let checksum = IndexChecksum.hash(Array(bytes[..<68]))
    for byte in 0..<8 { bytes[68 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
    try Data(bytes).write(to: URL(filePath: path))
  }

  @Test func `a link that leads to another file is read again`() throws {
    for release in ["one", "two"] {
      try folder.write("\(release).json", Self.description(release))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)],
        ofItemAtPath: folder.file("\(release).json"))
    }
    for release in ["one", "two", "one"] {
      try? FileManager.default.removeItem(atPath: folder.file("a.json"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("a.json"), withDestinationPath: folder.file("\(release).json"))
      #expect(try ids(of: api()) == [release])
    }
  }

  @Test func `a file that has not changed is not read again`() throws {
    try folder.write("a.json", Self.description("one"))
    #expect(try ids(of: api()) == ["one"])
    let index = folder.file("orders/apis/\(try #require(files.first))")
    let before = try FileManager.default.attributesOfItem(atPath: index)[.systemFileNumber] as? Int
    #expect(try ids(of: api()) == ["one"])
    let after = try FileManager.default.attributesOfItem(atPath: index)[.systemFileNumber] as? Int
    #expect(before == after)
  }

  @Test func `a description that is gone is known from its index`() throws {
    try folder.write("a.json", Self.description("one"))
    #expect(try ids(of: api()) == ["one"])
    try FileManager.default.removeItem(atPath: folder.file("a.json"))
    #expect(try ids(of: api()) == ["one"])
  }

  @Test func `an API is known by its name and its description's source`() throws {
    try folder.write("a.json", Self.description("one"))
    try folder.write("b.json", Self.description("two"))
    let apis = try [api(), api(describedBy: "b.json"), api("other"), api("wh-2")]
    for _ in 1...2 {
      #expect(try apis.map(ids) == [["one"], ["two"], ["one"], ["one"]])
    }
    #expect(try files.count == 4)
    DescriptionStore(directories).remove(apis[0])
    #expect(try files.count == 3)
    #expect(DescriptionStore(directories).known(apis[0]) == nil)
    #expect(DescriptionStore(directories).known(apis[1]) != nil)
  }

  @Test func `what cannot be written is kept in memory, for one store`() throws {
    try folder.write("orders", "in the way")
    try folder.write("a.json", Self.description("one"))
    let store = DescriptionStore(directories)
    let first = try store.index(of: api()) { Issue.record("\($0)") }
    let second = try store.index(of: api()) { Issue.record("\($0)") }
    #expect(first != nil && first === second)
    #expect(DescriptionStore(directories).known(try api()) == nil)
    try folder.write("a.json", Self.description("one", "two"))
    #expect(try store.index(of: api()) { Issue.record("\($0)") }?.entries().count == 2)
  }
}
