import Testing

@testable import SeashellAPIs

@Suite struct NamingFactsTests {
  private func facts(_ operation: String) throws -> NamingFacts {
    let description = try ReadDescription(paths: #""/a": {"get": \#(operation)}"#)
    return NamingFacts(try #require(description.operations.first))
  }

  private func isList(_ schema: String, type: String = "application/json", status: String = "200")
    throws -> Bool?
  {
    try facts(
      #"{"responses": {"\#(status)": {"content": {"\#(type)": {"schema": \#(schema)}}}}}"#
    ).isList
  }

  @Test(arguments: [
    (#"{"type": "array"}"#, true), (#"{"type": "object"}"#, false), ("{}", nil),
    (#"{"properties": {"items": {"type": "array"}, "tags": {"type": "array"}}}"#, true),
    (#"{"properties": {"boats": {"type": "array"}, "next": {}}}"#, true),
    (#"{"properties": {"boats": {"type": "array"}, "crews": {"type": "array"}}}"#, false),
    (#"{"properties": {"tags": {"type": "array"}, "a": {}, "b": {}, "c": {}, "d": {}}}"#, true),
    (#"{"properties": {"errors": {"type": "array"}, "a": {}}}"#, false),
    (
      #"{"properties": {"result": {"properties": {"boats": {"type": "array"}}}, "time": {}}}"#, true
    ),
    (
      #"{"properties": {"boats": {"type": "array"}, "a": {}, "b": {}, "c": {}, "next_cursor": {}}}"#,
      true
    ),
    (#"{"allOf": [{"properties": {"data": {"type": "array"}}}]}"#, true),
  ])
  func `a response is a list, or an object around one`(schema: String, expected: Bool?) throws {
    #expect(try isList(schema) == expected)
  }

  @Test func `only a successful response in JSON says whether it is a list`() throws {
    #expect(try isList(#"{"type": "array"}"#, type: "text/csv") == nil)
    #expect(try isList(#"{"type": "array"}"#, type: "application/vnd.boats+JSON") == true)
    #expect(try isList(#"{"type": "array"}"#, status: "400") == nil)
    #expect(try isList(#"{"type": "array"}"#, status: "2XX") == true)
    #expect(try isList(#"{"type": "array"}"#, status: "default") == true)
    #expect(
      try facts(
        """
        {"responses": {"200": {"description": "a picture"}, "default": {"content":
          {"application/json": {"schema": {"type": "array"}}}}}}
        """
      ).isList == nil)
  }

  @Test func `a schema that contains itself is examined once`() throws {
    let description = try ReadDescription(
      paths: """
        "/a": {"get": {"responses": {"200": {"content": {"application/json":
          {"schema": {"$ref": "#/components/schemas/T"}}}}}}}
        """,
      """
      "components": {"schemas": {"T": {"type": "object", "properties":
        {"children": {"type": "array", "items": {"$ref": "#/components/schemas/T"}}}}}}
      """)
    #expect(NamingFacts(description.operations[0]).isList == true)
  }

  @Test func `a generated id is recognized`() throws {
    let long = String(repeating: "long/", count: 100)
    let description = try ReadDescription(
      paths: """
        "/a/{b}": {"get": {"operationId": "own", "tags": ["x", "y"], "summary": "s"}, "put": {}},
        "/a/b": {"put": {}}, "/\(long)": {"put": {}, "post": {"operationId": "own"}}
        """)
    let facts = description.operations.map { NamingFacts($0) }
    #expect(facts.map(\.hasDeclaredID) == [true, false, false, false, true])
    #expect(facts[0].tag == "x" && facts[0].summary == "s")
  }

  @Test func `a required body, deprecation, and a description in place of a summary are facts`()
    throws
  {
    let facts = try facts(
      """
      {"deprecated": true, "description": "Sails.",
       "requestBody": {"required": true, "content": {"application/json": {"schema": {}}}}}
      """)
    #expect(facts.isBodyRequired && facts.isDeprecated && facts.summary == "Sails.")
    #expect(try !self.facts("{}").isBodyRequired)
  }
}
