import Testing

@testable import SeashellAPIs

/// Damaged documents end in a description or an error, and in bounded time.
@Suite struct DamageTests {
  private static let yaml = """
    openapi: 3.0.3
    x: &x {a: 1}
    paths:
      /a/{b}:
        <<: {parameters: [{name: b, in: path, schema: {type: string, enum: [on, 'no', 3]}}]}
        get: {security: [{k: []}], responses: {200: {content: {'*/*': {schema: {allOf: [*x]}}}}}}
    """

  private static let texts = [DescribedOperationTests.library, SwaggerTests.shelf, yaml]

  private func read(_ bytes: [UInt8]) {
    do throws(DescriptionError) {
      _ = try DescriptionReader().read(bytes, source: "/o.json") {
        operation throws(DescriptionError) in
        var record = RecordWriter()
        operation.write(to: &record)
        var reader = RecordReader(record.bytes, parts: record.parts)
        #expect(try DescribedOperation(from: &reader) == operation)
      }
    } catch {
      #expect(!error.description.isEmpty && error.description.utf8.count < 3_000)
    }
  }

  @Test(arguments: texts)
  func `truncated documents are read or refused`(text: String) {
    let bytes = Array(text.utf8)
    for count in stride(from: 0, to: bytes.count, by: 7) { read(Array(bytes[..<count])) }
  }

  @Test(arguments: texts)
  func `documents with other bytes are read or refused`(text: String) {
    let bytes = Array(text.utf8)
    var generator = RepeatedRandom()
    let marks = Array("{}[]\",:\\#/*&<-".utf8)
    for _ in 0..<400 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: changed.indices, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: changed[place] = .random(in: 0...255, using: &generator)
        case 1: changed[place] = marks.randomElement(using: &generator) ?? 0
        case 2: changed.remove(at: place)
        default: changed.insert(contentsOf: changed[place...].prefix(40), at: place)
        }
      }
      read(changed)
    }
  }

  /// Values that are valid in one place, written in another.
  @Test func `values of unexpected types are skipped`() {
    let values = [
      "null", "1", "true", "\"a\"", "[]", "{}", "[{}]", #"{"a": {}}"#, "[[1]]", ##"{"$ref": "#"}"##,
    ]
    let keys = DocumentKey.allCases.map(\.rawValue)
    for value in values {
      let members = keys.map { #""\#($0)": \#(value)"# }.joined(separator: ",")
      for version in [#""openapi": "3.1.0""#, #""swagger": "2.0""#] {
        let item = "{\(members)}"
        read(Array("{\(members), \(version)}".utf8))
        read(Array(#"{\#(version), "paths": {"/a": \#(item)}, "components": \#(item)}"#.utf8))
        read(
          Array(
            #"{\#(version), "paths": {"/a": {"get": \#(item), "parameters": [\#(item)]}}, "securityDefinitions": {"a": \#(item)}}"#
              .utf8))
        read(
          Array(
            #"{\#(version), "paths": {"/a": {"get": {"parameters": [{"name": "x", "in": "query", "schema": \#(item)}], "requestBody": {"content": {"a/b": \#(item)}}, "responses": {"200": \#(item)}}}}}"#
              .utf8))
      }
    }
  }
}
