import CoreJSON
import Testing

@testable import SeashellAPIs

@Suite struct LimitTests {
  @Test(arguments: [
    ("{}", "no OpenAPI description: neither 'openapi' nor 'swagger' says its version"),
    ("[]", "no OpenAPI description: neither 'openapi' nor 'swagger' says its version"),
    (#"{"openapi": "4.0.0"}"#, "the version of OpenAPI is '4.0.0'; 2.0, 3.0 and 3.1 can be read"),
    (#"{"swagger": "1.2"}"#, "the version of OpenAPI is '1.2'; 2.0, 3.0 and 3.1 can be read"),
    (#"{"openapi": "#, "not JSON: expected a value at byte 12"),
    ("<html>", "no OpenAPI description: neither 'openapi' nor 'swagger' says its version"),
  ])
  func `a text that is not a description is an error`(text: String, expected: String) {
    #expect(readingError(text) == expected)
  }

  @Test func `a limit that is exceeded is named`() {
    var limits = DescriptionLimits()
    limits.documentSize = 1 << 20
    #expect(
      readingError(String(repeating: " ", count: 1 << 20 + 1), limits: limits)
        == "the description is larger than 1 MiB")
    limits.values = 10
    #expect(
      readingError(#"{"openapi": "3.0.0", "x-a": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}"#, limits: limits)
        == "the description has more than 10 values")
    limits = DescriptionLimits()
    limits.operations = 2
    let many = ReadDescription.document(paths: #""/a": {"get": {}, "put": {}, "post": {}}"#)
    #expect(readingError(many, limits: limits) == "the description has more than 2 operations")
    limits.operations = 10
    limits.allParameters = 1
    let parameters = ReadDescription.document(
      paths:
        #""/a": {"get": {"parameters": [{"name": "a", "in": "query"}, {"name": "b", "in": "query"}]}}"#
    )
    #expect(
      readingError(parameters, limits: limits)
        == "the operations have more than 1 parameters together")
  }

  @Test func `a schema a thousand deep is an error, and a chain of references is cut`() throws {
    let deep =
      String(repeating: #"{"items": "#, count: 1_000) + "{}" + String(repeating: "}", count: 1_000)
    #expect(
      readingError(ReadDescription.document(paths: "", #""x-a": \#(deep)"#)).contains("128 deep"))
    let chain = (0..<5_000).map {
      ##""s\##($0)": {"allOf": [{"$ref": "#/components/schemas/s\##($0 + 1)"}]}"##
    }
    let schema = try ReadDescription.schema(
      ##"{"$ref": "#/components/schemas/s0"}"##, components: chain.joined(separator: ","))
    #expect(schema.cut == .depth)
    let links = (0..<5_000).map { ##""s\##($0)": {"$ref": "#/components/schemas/s\##($0 + 1)"}"## }
    let linked = try ReadDescription.schema(
      ##"{"$ref": "#/components/schemas/s0"}"##, components: links.joined(separator: ","))
    #expect(linked.cut == .reference)
  }

  @Test func `schemas that double at each level are cut`() throws {
    for word in ["allOf", "oneOf", "anyOf"] {
      let schemas = (0..<60).map {
        let next = ##"{"$ref": "#/components/schemas/s\##($0 + 1)"}"##
        return #""s\#($0)": {"\#(word)": [\#(next), \#(next)]}"#
      }
      let schema = try ReadDescription.schema(
        ##"{"$ref": "#/components/schemas/s0"}"##, components: schemas.joined(separator: ","))
      #expect(schema.cut != nil || schema.alternatives.contains { $0.cut != nil })
    }
  }

  @Test func `a large property does not hide later ones`() throws {
    let wide = (0..<400).map { #""p\#($0)": {"type": "string"}"# }.joined(separator: ",")
    let either = #"{"oneOf": [{"type": "null"}, {"type": "integer"}]}"#
    let schema = try ReadDescription.schema(
      #"{"properties": {"a": {"properties": {\#(wide)}}, "b": {"type": "integer"}, "c": \#(either)}}"#
    )
    #expect(schema.property("b")?.schema.types == .integer)
    #expect(try schema.property("c")?.schema == ReadDescription.schema(either))
    let large = try #require(schema.property("a")?.schema)
    #expect(large.cut == .size && large.properties.count > 100)
    let widest = try ReadDescription.schema(#"{"properties": {\#(wide)}}"#)
    #expect(widest.cut == .size && widest.properties.count == DescriptionLimits().schemaNodes - 1)
  }

  @Test func `a large text or object that many operations share is not read for each`() throws {
    let text = String(repeating: "é", count: 1 << 19)
    let junk = (0..<20_000).map { #""x-\#($0)": 1"# }.joined(separator: ",")
    let paths = (0..<500).map {
      ##""/p\##($0)": {"get": {"parameters": [{"$ref": "#/components/parameters/p"}]}}"##
    }
    let description = try ReadDescription(
      paths: paths.joined(separator: ","),
      """
      "components": {"parameters": {"p": {"name": "p", \(junk), "in": "query",
        "description": "\(text)", "schema": {"type": "string", "enum": ["\(text)", "a"]}}}}
      """)
    let parameter = try #require(description.operations.last?.parameters.first)
    #expect(parameter.description?.hasSuffix("é…") == true)
    #expect(parameter.description?.utf8.count == DescriptionLimits().shortDescription - 1)
    #expect(parameter.schema.choices == ["a"])
  }

  @Test(arguments: [
    (#"a\u00e9\ud83d\ude00"#, 3), (#"\\\\\\"#, 2), ("üüü", 2), (#"\ud83d\ude00\ud83d\ude00"#, 5),
    ("", 4),
  ])
  func `the beginning of a long string has whole characters`(text: String, count: Int) throws {
    let string = "\"" + String(repeating: text, count: 200) + "\""
    let document = try SourceDocument(
      json: Array(string.utf8), location: "", limits: DescriptionLimits())
    let value = DocumentValue(document: document, index: 0)
    let whole = value.string ?? ""
    for limit in count..<(count + 20) {
      let cut = value.text(limit)
      #expect(cut.map { whole.hasPrefix($0.dropLast()) && $0.utf8.count <= max(limit, 3) } != false)
    }
  }

  @Test func `the length of names and lists is limited`() throws {
    let long = String(repeating: "n", count: 300)
    let description = try ReadDescription(
      paths: """
        "/a": {"get": {"operationId": "\(long)", "parameters": [{"name": "\(long)", "in": "query"}]},
          "put": {"operationId": "\(long)"}},
        "/\(String(repeating: "p", count: 3_000))": {"get": {}},
        "/\(String(repeating: "p", count: 9_000))": {"get": {}}
        """)
    #expect(description.operations.count == 2)
    #expect(description.operations.allSatisfy { $0.id.utf8.count <= 250 && $0.id.hasPrefix("nnn") })
    #expect(Set(description.operations.map(\.id)).count == 2)
    #expect(
      description.head.problems.map(\.reason) == [
        "the name of a parameter has more than 250 bytes", "the path has more than 2000 bytes",
        "a path is not UTF-8 or too long",
      ])
  }

  @Test func `the media types of an operation's responses are limited in number`() throws {
    let types = (0..<15).map { #""a/\#($0)": {"schema": {}}"# }.joined(separator: ",")
    let responses = (0..<20).map { #""\#(200 + $0)": {"content": {\#(types)}}"# }
    let paths = #""/a": {"get": {"responses": {\#(responses.joined(separator: ","))}}}"#
    let description = try ReadDescription(paths: paths)
    #expect(description.operations[0].responses.flatMap(\.bodies).count == 90)
    #expect(
      description.problems == ["get /a: only the first 100 media types of responses are read"])
    let swagger = try ReadDescription(
      """
      {"swagger": "2.0", "produces": [\((0..<20).map { "\"a/\($0)\"" }.joined(separator: ","))], "paths": {
        "/a": {"get": {"responses": {\((0..<20).map { "\"\(200 + $0)\": {\"schema\": {}}" }.joined(separator: ","))}}}}}
      """)
    #expect(swagger.operations[0].responses.flatMap(\.bodies).count == 100)
  }

  @Test func `schemas shared by many operations are cut at a limit`() throws {
    var limits = DescriptionLimits()
    limits.repeatedNodes = 5
    let paths = (0..<4).map {
      ##""/p\##($0)": {"get": {"responses": {"200": {"content": {"a/b": {"schema": {"$ref": "#/components/schemas/S"}}}}}}}"##
    }
    let description = try ReadDescription(
      ReadDescription.document(
        paths: paths.joined(separator: ","),
        #""components": {"schemas": {"S": {"type": "object", "properties": {"a": {}}}}}"#),
      limits: limits)
    let cuts = description.operations.map { $0.responses[0].bodies[0].schema?.cut }
    #expect(cuts == [nil, nil, nil, .size])
  }

  @Test func `the number of kept problems is limited, but all are counted`() throws {
    let paths = (0..<700).map { #""p\#($0)": {"get": {}}"# }.joined(separator: ",")
    let head = try ReadDescription(paths: paths).head
    #expect(head.problems.count == 500 && head.problemCount == 700)
  }

  @Test func `ten thousand operations are read`() throws {
    let paths = (0..<10_000).map {
      ##""/p\##($0)/{id}": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}}}}}"##
    }
    let description = try ReadDescription(
      paths: paths.joined(separator: ","),
      #""components": {"schemas": {"S": {"type": "object", "properties": {"a": {}}}}}"#)
    #expect(description.operations.count == 10_000)
    #expect(description.operations[9_999].responses[0].bodies[0].schema?.properties.count == 1)
  }
}
