import FaultServer
import Foundation
import TestSupport
import Testing

/// `expect-schema` with the description of an API that was added from the network.
@Suite(.mayBlock) struct DescribedSchemaTests {
  private static let description = ##"""
    {"openapi": "3.0.3", "info": {"title": "Shelf", "version": "1"},
      "paths": {
        "/items": {"get": {"operationId": "listItems", "responses": {"200": {"description": "", "content": {
          "application/json": {"schema": {"type": "object", "properties": {
            "data": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}}}}}}}},
        "/items/{id}": {
          "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
          "get": {"operationId": "getItem", "responses": {
            "200": {"description": "", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Item"}}}},
            "4XX": {"description": "", "content": {"application/json": {
              "schema": {"type": "object", "required": ["error"]}}}}}},
          "delete": {"operationId": "deleteItem", "responses": {"204": {"description": ""}}}}},
      "components": {"schemas": {"Item": {"type": "object", "required": ["id", "price"], "properties": {
        "id": {"type": "string"}, "price": {"type": "number"},
        "note": {"type": "string", "nullable": true}}}}}}
    """##

  private static func answer(_ request: FaultRequest) -> FaultAnswer {
    func json(_ text: String, _ status: Int = 200) -> FaultAnswer {
      .status(status, Array(text.utf8), type: "application/json")
    }
    return switch (request.method, request.target) {
    case ("DELETE", _): json("", 204)
    case (_, "/openapi.json"): json(description)
    case (_, "/items"):
      json(#"{"data": [{"id": "a", "price": 1, "note": null}, {"id": "b", "price": "2"}]}"#)
    case (_, "/items/good"): json(#"{"id": "good", "price": 1.5}"#)
    case (_, "/items/none"): json(#"{"error": "none"}"#, 404)
    case (_, "/items/tea"): json("{}", 418)
    case (_, "/items/new"): json("{}", 201)
    default: json(#"{"id": 1, "price": "x"}"#)
    }
  }

  @Test func `answers are compared with the description of their operation`() throws {
    let server = try FaultServer { Self.answer($0) }
    defer { server.stop() }
    let home = try Sandbox()
    try home.succeed("api", "add", "shelf", server.url, "--yes")
    // What an error says; nil if nothing is said.
    let cases: [(line: String, status: Int32, errors: String?)] = [
      ("shelf getItem good > /dev/null; expect-schema", 0, nil),
      ("api get shelf:/items/good > /dev/null; expect-schema", 0, nil),
      ("expect 404 { shelf getItem none > /dev/null }; expect-schema", 0, nil),
      ("shelf deleteItem good --yes; expect-schema", 0, "has no body, as it is described"),
      (
        "shelf getItem bad > /dev/null; expect-schema", 1,
        "  id is 1, not text\n  price is text, not a number\n  GET \(server.url)/items/bad\n  answered 200 in "
      ),
      ("expect error { shelf getItem tea }; expect-schema", 1, "the value has no 'error'"),
      (
        "shelf getItem new > /dev/null; expect-schema", 1,
        "the description has no response 201 for GET /items/{id}"
      ),
      (
        "api get shelf:/others > /dev/null; expect-schema", 1,
        "the description of 'shelf' has no operation for GET /others"
      ),
      (
        "shelf listItems | expect-schema > /dev/null", 1, "1 of 2 records does not match the schema"
      ),
      (
        "shelf listItems | expect-schema > /dev/null", 1, "record 2, b: price is text, not a number"
      ),
      ("shelf getItem good | expect-schema > /dev/null", 0, nil),
      ("products show p-1 > /dev/null; expect-schema", 2, "the API 'shop' has no description"),
    ]
    for (line, status, errors) in cases {
      let result = try home.seashell("-c", line)
      #expect(result.status == status, "\(line)\n\(result.errors)")
      let isSaid = errors.map(result.errors.contains) ?? result.errors.isEmpty
      #expect(isSaid, "\(line)\n\(result.errors)")
    }
    // An index of a former version has no text beside it.
    let text = try #require(home.descriptionFiles.first { $0.hasSuffix(".text") })
    try FileManager.default.removeItem(atPath: text)
    let former = try home.seashell("-c", cases[0].line)
    #expect(former.status == 2 && former.errors.contains("run 'api refresh shelf'"))
    try home.succeed("api", "refresh", "shelf")
    #expect(try home.seashell("-c", cases[0].line).status == 0)
  }

  @Test func `a schema may be in YAML, and a description in a file`() throws {
    let server = try FaultServer { Self.answer($0) }
    defer { server.stop() }
    let home = try Sandbox()
    try home.file("item.yaml", "required: [id]\nproperties:\n  price:\n    type: number\n")
    try home.configure(
      """
      { apis: { shelf: { description: 'shelf.json',
          environments: { live: { baseURL: '\(server.url)' } } } } }
      """)
    try home.file("config/seashell/shelf.json", Self.description)
    for schema in ["", " item.yaml"] {
      try home.succeed("-c", "shelf getItem good > /dev/null; expect-schema\(schema)")
      let bad = try home.seashell("-c", "shelf getItem bad > /dev/null; expect-schema\(schema)")
      #expect(
        bad.status == 1 && bad.errors.contains("price is text, not a number"), "\(bad.errors)")
    }
  }
}
