import CoreSystem
import Foundation
import SeashellTesting
import Testing

@testable import SeashellAPIs

@Suite struct IndexTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func index(_ text: String) throws -> DescriptionIndex {
    let path = "\(folder.path)/deep/api.index"
    try DescriptionIndex(reading: Array(text.utf8), source: "/a.json", date: 17).write(to: path)
    return try DescriptionIndex(path: path)
  }

  @Test(arguments: [DescribedOperationTests.library, SwaggerTests.shelf])
  func `an index contains everything that was read`(text: String) throws {
    let index = try index(text)
    let expected = try ReadDescription(text, source: "/a.json")
    #expect(index.description.date == 17 && index.description.source == "/a.json")
    var head = index.description
    head.date = 0
    #expect(head == expected.head)
    var all: [DescribedOperation] = []
    try index.forEachOperation { all.append($0) }
    #expect(all == expected.operations)
    var entries = try index.entries()
    #expect(entries.contains { $0.name != nil })
    for place in entries.indices { entries[place].name = nil }
    #expect(entries == expected.operations.map(DescribedEntry.init))
    for operation in expected.operations {
      #expect(try index.operation(id: operation.id) == operation)
    }
    #expect(try index.operation(id: "nothing") == nil)
    try check(index.list(), of: index.entries())
    #expect(index.count == expected.operations.count)
  }

  /// Checks that a list's groups and ids lead to all entries.
  private func check(_ list: DescribedList, of entries: [DescribedEntry]) throws {
    let shown = entries.filter { !$0.isIgnored }
    #expect(list.groups.map(\.name) == Set(shown.map { $0.name?.group ?? "" }).sorted())
    for group in list.groups {
      let expected = shown.filter { $0.name?.group ?? "" == group.name }
      #expect(try list.entries(of: group) == expected)
    }
    for entry in entries { #expect(try list.entry(id: entry.id) == entry) }
    #expect(try list.entry(id: "nothing") == nil)
  }

  @Test func `an index is private, and replaced as a whole`() throws {
    let old = try index(DescribedOperationTests.library)
    let path = "\(folder.path)/deep/api.index"
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let new = try index(SwaggerTests.shelf)
    #expect(try old.operation(id: "getBook") != nil)
    #expect(try new.operation(id: "getBook") == nil)
    #expect(throws: DescriptionError.self) {
      try DescriptionIndex(reading: Array("{}".utf8), source: "/a.json", date: 0).write(to: path)
    }
    #expect(try DescriptionIndex(path: path).description.title == "Shelf")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/deep").count == 1)
  }

  @Test func `a head without a stamp, as former versions wrote it, is read`() throws {
    let description = try ReadDescription(DescribedOperationTests.library, source: "/a.json").head
    var writer = RecordWriter()
    description.write(to: &writer)
    // An empty text is one byte.
    var reader = RecordReader(Array(writer.bytes.dropLast()))
    #expect(try APIDescription(from: &reader) == description)
    #expect(reader.isAtEnd)
  }

  @Test func `ids among many are found, and others are not`() throws {
    let paths = (0..<3_000).map { #""/p\#($0)": {"get": {"operationId": "op\#($0)"}}"# }
    let index = try index(ReadDescription.document(paths: paths.joined(separator: ",")))
    for number in stride(from: 0, to: 3_000, by: 7) {
      #expect(try index.operation(id: "op\(number)")?.path == "/p\(number)")
      #expect(try index.operation(id: "no\(number)") == nil)
    }
    try check(index.list(), of: index.entries())
  }

  @Test func `an API without operations has an index`() throws {
    let index = try index(ReadDescription.document(paths: ""))
    #expect(try index.entries().isEmpty && index.list().groups.isEmpty)
    #expect(try index.operation(id: "a") == nil)
  }

  @Test func `a file that is not an index is an error`() throws {
    let path = "\(folder.path)/x"
    #expect(throws: DescriptionError(.system, "cannot read '\(path)': No such file or directory")) {
      try DescriptionIndex(path: path)
    }
    for bytes in [[], Array("SEADESC".utf8), [UInt8](repeating: 0, count: 500)] {
      try PrivateFile(path: path).replace(with: bytes)
      #expect(throws: RecordReader.damaged) { try DescriptionIndex(path: path) }
    }
    #expect(throws: DescriptionError.self) { try DescriptionIndex(path: folder.path) }
    #expect(throws: DescriptionError.self) { try DescriptionIndex(path: "/dev/null") }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: path)
    #expect(throws: DescriptionError.self) { try DescriptionIndex(path: "\(folder.path)/link") }
  }

  /// Reads everything in an index; damaged parts must throw, and nothing may crash.
  ///
  /// - Returns: true if no damage was found.
  private func use(_ bytes: [UInt8], ids: [String]) throws -> Bool {
    let path = "\(folder.path)/damaged"
    try bytes.withUnsafeBytes { try Data($0).write(to: URL(filePath: path)) }
    do throws(DescriptionError) {
      let index = try DescriptionIndex(path: path)
      _ = try index.entries()
      for id in ids { _ = try index.operation(id: id) }
      try index.forEachOperation { _ throws(DescriptionError) in }
      return true
    } catch {
      #expect(error.code == .index)
      return false
    }
  }

  @Test func `each truncation and changed byte of an index is detected`() throws {
    let text = ReadDescription.document(
      paths: """
        "/a": {"get": {"operationId": "a", "summary": "s"}, "post": {"operationId": "b",
          "parameters": [{"name": "p", "in": "query", "schema": {"type": "string"}}]}}
        """)
    let index = try index(text)
    let path = "\(folder.path)/deep/api.index"
    let bytes = try SmallFile.read(path)
    #expect(try use(bytes, ids: ["a", "b"]))
    #expect(index.count == 2)
    for count in 0..<bytes.count { #expect(try !use(Array(bytes[..<count]), ids: ["a"])) }
    var generator = RepeatedRandom()
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= UInt8.random(in: 1...255, using: &generator)
      #expect(try !use(changed, ids: ["a", "b", "none"]), "byte \(place)")
    }
    #expect(try !use(bytes + [0], ids: []))
  }

  @Test func `a record of random bytes is never trusted`() {
    var generator = RepeatedRandom()
    var record = RecordWriter()
    if let operation = try? ReadDescription(DescribedOperationTests.library).operations[0] {
      operation.write(to: &record)
    }
    for _ in 0..<3_000 {
      var bytes = record.bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      var reader = RecordReader(bytes)
      _ = try? DescribedOperation(from: &reader)
      var other = RecordReader((0..<200).map { _ in UInt8.random(in: 0...3, using: &generator) })
      _ = try? DescribedOperation(from: &other)
      var head = RecordReader(bytes)
      _ = try? APIDescription(from: &head)
    }
  }

  @Test func `numbers of all sizes are read as they were written`() throws {
    for number in [0, 1, 127, 128, 300, -1, .max, .min] {
      var writer = RecordWriter()
      writer.number(number)
      var reader = RecordReader(writer.bytes)
      #expect(try reader.number() == number && reader.isAtEnd)
    }
    var endless = RecordReader([UInt8](repeating: 0xFF, count: 12))
    #expect(throws: RecordReader.damaged) { try endless.number() }
  }

  @Test func `endlessly nested schemas are detected`() {
    // Each pair of bytes says that the schema has items.
    let items: [UInt8] = [0x80, 0x80, 0x20, 0]
    var reader = RecordReader(Array([[UInt8]](repeating: items, count: 100_000).joined()))
    #expect(throws: RecordReader.damaged) { try DescribedSchema(from: &reader) }
  }
}
