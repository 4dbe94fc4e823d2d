import CoreJSON
import FoundationEssentials
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import ShellRuntime
import Testing

@testable import SeashellAPIs

/// The schemas that a description has for responses.
@MainActor
@Suite struct DescribedResponseTests {
  private static let item = ##"{"$ref": "#/components/schemas/Item"}"##

  private static let list = #"{"type": "array", "items": \#(item)}"#
  private static let page = ##"{"allOf": [{"$ref": "#/components/schemas/Page"}]}"##
  private static let both = #"{"properties": {"left": {"items": true}, "right": {"items": true}}}"#
  private static let deep =
    #"{"properties": {"list": {"properties": {"things": {"items": {"type": "null"}}}}}}"#

  private static func json(_ schema: String, _ type: String = "application/json") -> String {
    #""content": {"\#(type)": {"schema": \#(schema)}}"#
  }

  private static func titled(_ title: String, _ type: String) -> String {
    json(#"{"title": "\#(title)"}"#, type)
  }

  private static let paths = ##"""
    "/items": {"get": {"operationId": "listItems", "responses": {
      "200": {\##(json(list))}}}},
    "/pages": {"get": {"operationId": "listPages", "responses": {
      "200": {\##(json(page))}}}},
    "/both": {"get": {"operationId": "listBoth", "responses": {"200": {\##(json(both))}}}},
    "/deep": {"get": {"operationId": "listDeep", "responses": {"200": {\##(json(deep))}}}},
    "/items/{id}": {
      "get": {"operationId": "getItem", "responses": {
        "200": {"$ref": "#/components/responses/Item"},
        "404": {\##(titled("exact", "application/problem+json; charset=utf-8"))},
        "4XX": {\##(titled("range", "application/*"))},
        "default": {\##(titled("default", "*/*"))}}},
      "delete": {"operationId": "deleteItem", "responses": {
        "200": {"content": {"application/json": {}}}, "204": {}}},
      "put": {"operationId": "putItem", "responses": {
        "200": {"$ref": "other.json#/responses/Item"}, "201": {\##(json("{}", "text/plain"))}}}},
    "/items/own": {"get": {"operationId": "getOwn", "responses": {"200": {\##(json("true"))}}}},
    "/items/{id}.json": {"get": {"operationId": "getFile", "responses": {"200": {\##(json("true"))}}}},
    "/other": {"get": {"operationId": "other", "servers": [{"url": "/alt"}],
      "responses": {"200": {\##(json("true"))}}}}
    """##

  private static let components = ##"""
    "responses": {"Item": {\##(json(item))}},
    "schemas": {"Item": {"type": "object"},
      "Page": {"properties": {"more": {"items": true}, "items": {"items": \##(item)}}}}
    """##

  /// A shell whose service answers with the status and content type in the query.
  private static func bench(_ configuration: String = "") throws -> OperationBench {
    let transport = StubTransport { request in
      let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
      func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
      let type = value("type") ?? "application/json; charset=utf-8"
      return HTTPResponse(
        status: value("status").flatMap { Int($0) } ?? 200, headers: ["Content-Type": type],
        body: HTTPBody(Data("{}".utf8)))
    }
    return try OperationBench(
      paths: paths, components: components, configuration, transport: transport)
  }

  private func schema(
    _ line: String, isRecord: Bool, _ configuration: String = ""
  ) async throws -> String? {
    let bench = try Self.bench(configuration)
    _ = await bench.harness.run(line)
    guard case .response(let response)? = bench.harness.shell.variables.response else {
      throw ShellError(.failed, "no response")
    }
    return try await bench.responses.schema(of: response, isRecord: isRecord)?.pointer
  }

  @Test(arguments: [
    ("wh getItem i-1", "/components/responses/Item/content/application~1json/schema"),
    ("wh listItems", "/paths/~1items/get/responses/200/content/application~1json/schema"),
    ("wh getOwn", "/paths/~1items~1own/get/responses/200/content/application~1json/schema"),
    ("wh getItem own", "/paths/~1items~1own/get/responses/200/content/application~1json/schema"),
    (
      "wh getFile a", "/paths/~1items~1{id}.json/get/responses/200/content/application~1json/schema"
    ),
    ("wh other", "/paths/~1other/get/responses/200/content/application~1json/schema"),
    ("wh getItem 'a b/c'", "/components/responses/Item/content/application~1json/schema"),
    (
      "wh getItem i-1 --query status=404 --query type=application/problem+json",
      "/paths/~1items~1{id}/get/responses/404/content/application~1problem+json; charset=utf-8/schema"
    ),
    (
      "wh getItem i-1 --query status=418",
      "/paths/~1items~1{id}/get/responses/4XX/content/application~1*/schema"
    ),
    (
      "wh getItem i-1 --query status=500 --query type=text/html",
      "/paths/~1items~1{id}/get/responses/default/content/*~1*/schema"
    ),
    ("wh deleteItem i-1 --yes --query status=204", nil),
  ])
  func `a response has the schema of its operation, status and type`(
    line: String, pointer: String?
  ) async throws {
    #expect(try await schema(line, isRecord: false) == pointer)
  }

  @Test(arguments: [
    ("wh listItems", "/paths/~1items/get/responses/200/content/application~1json/schema/items", ""),
    ("wh listPages", "/components/schemas/Page/properties/items/items", ""),
    (
      "wh listPages", "/components/schemas/Page/properties/more/items",
      "paging: { style: 'link', elements: 'more' },"
    ),
    (
      "wh listDeep",
      "/paths/~1deep/get/responses/200/content/application~1json/schema/properties/list/properties/things/items",
      ""
    ),
  ])
  func `a record has the schema of the items`(
    line: String, pointer: String, configuration: String
  ) async throws {
    #expect(try await schema(line, isRecord: true, configuration) == pointer)
  }

  @Test(arguments: [
    (
      "wh listItems --query status=202", "the description has no response 202 for GET /items",
      ShellError.Code.expectation
    ),
    (
      "wh listItems --query type=text/html",
      "the response 200 to GET /items is text/html, and is described as application/json",
      .expectation
    ),
    (
      "wh deleteItem i-1 --yes",
      "the response 200 to DELETE /items/{id} is described without a schema for application/json",
      .expectation
    ),
    (
      "wh putItem i-1",
      "the response 200 to PUT /items/{id} is described in another document, which is not read",
      .usage
    ),
  ])
  func `what is not described is an error`(
    line: String, message: String, code: ShellError.Code
  ) async throws {
    let error = await #expect(throws: ShellError.self) { try await schema(line, isRecord: false) }
    #expect(error?.message == message && error?.code == code)
  }

  @Test(arguments: ["wh listBoth", "wh getItem i-1"])
  func `records whose schema cannot be decided need a file`(line: String) async throws {
    let error = await #expect(throws: ShellError.self) { try await schema(line, isRecord: true) }
    #expect(error?.code == .usage && error?.hint?.contains("expect-schema FILE") == true)
  }

  @Test(arguments: [
    ("/items", "/base/items", 1), ("/items/{id}", "/base/items/1", 2), ("/{a}-{b}", "/x/1-2", 1),
    ("/{a}.json", "/a.b.json", 1), ("/a#b", "/a", 1), ("/a b/{x}", "/a%20b/%2F", 2),
    ("/{a}{b}", "/ab", 1), ("/items", "/base/items/1", nil), ("/{a}.json", "/.json", nil),
    ("/a/{b}", "/b", nil), ("/{a}-{b}", "/1-", nil), ("/a", "/", nil), ("/a/", "/a/", 2),
  ])
  func `a path fits the end of an address`(template: String, path: String, parts: Int?) throws {
    let url = try #require(URL(string: "https://wh.test\(path)"))
    #expect(MatchedPath(template, endOf: url)?.count == parts)
  }
}
