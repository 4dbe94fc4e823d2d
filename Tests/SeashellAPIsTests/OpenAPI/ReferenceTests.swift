import CoreSystem
import Foundation
import SeashellTesting
import Testing

@testable import SeashellAPIs

@Suite struct ReferenceTests {
  @Test(arguments: [
    ("pet.yaml", "/api/v1/open.json", "/api/v1/pet.yaml"),
    ("../a.json", "/api/v1/o.json", "/api/a.json"),
    ("../../../../etc/passwd", "/api/o.json", "/etc/passwd"), ("/x", "/api/o.json", "/x"),
    ("./b/./c.json", "/api/o.json", "/api/b/c.json"), ("", "/api/o.json", "/api/o.json"),
    ("pet.yaml", "https://h.example/v1/o.json?x=1", "https://h.example/v1/pet.yaml"),
    ("/pet.yaml?y", "https://h.example/v1/o.json", "https://h.example/pet.yaml?y"),
    ("//other.example/a", "https://h.example/v1/o.json", "https://other.example/a"),
    ("http://other.example/a", "/api/o.json", "http://other.example/a"),
    ("../../a", "https://h.example/o.json", "https://h.example/a"),
    ("a.json", "https://h.example", "https://h.example/a.json"),
  ])
  func `a reference is relative to its document`(
    reference: String, base: String, expected: String
  ) throws {
    #expect(try DocumentLocation.resolve(reference, from: base) == expected)
  }

  @Test func `a document from the network cannot refer to a file`() {
    #expect(throws: DocumentLocation.Problem.fileFromNetwork) {
      try DocumentLocation.resolve("file:///etc/passwd", from: "https://h.example/o.json")
    }
    #expect(throws: DocumentLocation.Problem.scheme("ftp")) {
      try DocumentLocation.resolve("ftp://h.example/a", from: "https://h.example/o.json")
    }
  }

  private static let main = ReadDescription.document(
    paths: """
      "/a": {"$ref": "paths/a.yaml"},
      "/b": {"get": {"parameters": [{"$ref": "shared.json#/p~1q"}]}},
      "/c": {"get": {"parameters": [{"$ref": "shared.json#/none"}]}},
      "/d": {"get": {"parameters": [{"$ref": "broken.json#/x"}, {"$ref": "broken.json#/x"}]}}
      """)

  @Test func `other documents are read once, each relative to itself`() throws {
    let files = [
      "/api/paths/a.yaml": "get: {parameters: [{$ref: '../shared.json#/p~1q'}]}",
      "/api/shared.json":
        ##"{"p/q": {"name": "n", "in": "query", "schema": {"$ref": "#/s"}}, "s": {"type": "integer"}}"##,
      "/api/broken.json": "{",
    ]
    var loaded: [String] = []
    let description = try ReadDescription(Self.main, source: "/api/o.json") { location in
      loaded.append(location)
      return Array(try #require(files[location]).utf8)
    }
    #expect(loaded == ["/api/paths/a.yaml", "/api/shared.json", "/api/broken.json"])
    #expect(description["get-a"]?.parameters.first?.schema.types == .integer)
    #expect(description["get-b"]?.parameters.first?.name == "n")
    #expect(
      description.problems == [
        "get /c: there is no 'shared.json#/none'",
        "get /d: 'broken.json#/x' cannot be read: not JSON: expected a name in double quotes at byte 1",
        "get /d: 'broken.json#/x' cannot be read: not JSON: expected a name in double quotes at byte 1",
      ])
  }

  @Test func `the number and the size of other documents are bounded`() throws {
    var limits = DescriptionLimits()
    limits.documents = 2
    let paths = (0..<4).map { #""/p\#($0)": {"$ref": "f\#($0).json"}"# }.joined(separator: ",")
    let text = ReadDescription.document(paths: paths)
    var loads = 0
    let few = try ReadDescription(text, limits: limits) { _ in
      loads += 1
      return Array(#"{"get": {}}"#.utf8)
    }
    #expect(loads == 2 && few.operations.count == 2)
    #expect(few.problems.contains { $0.hasSuffix("refers to more than 2 documents") })
    limits.documents = 10
    limits.documentsSize = 1 << 20
    let small = try ReadDescription(text, limits: limits) { _ in
      Array(#"{"get": {"description": "\#(String(repeating: "x", count: 600_000))"}}"#.utf8)
    }
    #expect(small.operations.count == 1)
  }

  @Test(
    arguments: [
      ("in.json", nil), ("sub/in.json", nil), ("sub/../in.json", nil), ("%69n.json", nil),
      ("link.json", "the file is not beneath the description's folder"),
      ("folder/secret.json", "the file is not beneath the description's folder"),
      ("../secret.json", "the file is not beneath the description's folder"),
      ("%2e%2e/secret.json", "the file is not beneath the description's folder"),
      ("/etc/passwd", "the file is not beneath the description's folder"),
      ("file:///etc/passwd", "the file is not beneath the description's folder"),
      ("https://h.example/a", "a description in a file may not refer to URLs"),
      ("none.json", "the file does not exist"), ("sub", "Is a directory"),
    ] as [(String, String?)])
  func `a file refers only to files inside its folder`(reference: String, problem: String?) throws {
    let temporary = try TemporaryFolder()
    let root = "\(temporary.path)/api"
    let files = FileManager.default
    try files.createDirectory(atPath: "\(root)/sub", withIntermediateDirectories: true)
    for name in ["api/o.json", "api/in.json", "api/sub/in.json", "secret.json"] {
      try Data("{}".utf8).write(to: URL(filePath: "\(temporary.path)/\(name)"))
    }
    try files.createSymbolicLink(
      atPath: "\(root)/link.json", withDestinationPath: "\(temporary.path)/secret.json")
    try files.createSymbolicLink(atPath: "\(root)/folder", withDestinationPath: temporary.path)
    let references = try FileReferences(description: "\(root)/sub/../o.json")
    let location = try DocumentLocation.resolve(reference, from: references.source)
    do throws(DescriptionError) {
      _ = try references.load(location)
      #expect(problem == nil)
    } catch {
      #expect(error.description == problem && error.code == .reference)
    }
  }

  @Test func `a description that does not exist is an error`() {
    #expect(throws: DescriptionError.self) { try FileReferences(description: "/nothing/here") }
  }
}
