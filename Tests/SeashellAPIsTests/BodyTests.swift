import SeashellTesting
import ShellCommands
import Testing
import WebMessages

/// Bodies of requests, built from options and words.
@MainActor
@Suite struct BodyTests {
  private static let order = #"""
    {"type": "object", "required": ["name", "address"], "properties": {
      "id": {"type": "string", "readOnly": true},
      "name": {"type": "string"}, "price": {"type": "number"}, "count": {"type": ["integer", "null"]},
      "kind": {"enum": ["small", "large", 3]}, "note": {"type": "string", "nullable": true},
      "tags": {"type": "array", "items": {"type": "string"}},
      "sizes": {"type": "array", "items": {"type": "integer"}},
      "parts": {"type": "array", "items": {"type": "object"}},
      "labels": {"type": "object", "additionalProperties": {"type": "integer"}},
      "data": {}, "owner": {"oneOf": [{"type": "object"}, {"type": "object"}]},
      "a.b": {"type": "string"},
      "address": {"type": "object", "required": ["city"], "additionalProperties": false, "properties": {
        "city": {"type": "string"}, "zip_code": {"type": "string"},
        "geo": {"type": "object", "properties": {"lat": {"type": "number"},
          "deep": {"type": "object", "properties": {"x": {"type": "integer"}}}}}}}}}
    """#
  static let paths = #"""
    "/orders": {"post": {"operationId": "add", "requestBody": {"required": true, "content": {
      "application/json": {"schema": \#(order)}}}}},
    "/orders/{id}": {"patch": {"operationId": "edit", "requestBody": {"required": true, "content": {
      "application/merge-patch+json": {"schema": {"type": "object", "additionalProperties": false,
        "properties": {"name": {"type": "string"}, "state": {"enum": ["open", "done"]}}}},
      "text/plain": {}}}}},
    "/pets": {"post": {"operationId": "pet", "requestBody": {"required": true, "content": {
      "application/json": {"schema": {"oneOf": [
        {"type": "object", "required": ["kind", "lives"], "properties": {
          "kind": {"const": "cat"}, "lives": {"type": "integer"}}},
        {"type": "object", "required": ["kind"], "properties": {
          "kind": {"const": "dog"}, "size": {"type": "string"}}}]}}}}}},
    "/find": {"post": {"operationId": "find", "requestBody": {"content": {
      "application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {
        "text": {"type": "string"}, "limit": {"type": "integer"},
        "near": {"type": "object", "properties": {"lat": {"type": "number"}}}}}}}}}},
    "/files": {"post": {"operationId": "upload", "requestBody": {"content": {
      "multipart/form-data": {"schema": {"type": "object", "properties": {
        "title": {"type": "string"}, "file": {"type": "string", "format": "binary"}}}}}}}},
    "/value": {"post": {"operationId": "value", "requestBody": {"content": {"application/json": {
      "schema": {"type": "object", "properties": {"a": {
        "anyOf": [{"type": "string"}, {"type": "number"}, {"type": "object"}]}}}}}}}},
    "/any": {"post": {"operationId": "any", "requestBody": {"required": true, "content": {
      "application/json": {}}}}}
    """#

  /// The options in place of `…` in the lines of tables: the properties that an order requires.
  private static let needed = "--name a --address.city b"

  static func line(_ words: String) -> String { "wh " + words.replacing("…", with: needed) }

  @Test(arguments: [
    ("…", #"{"name":"a","address":{"city":"b"}}"#),
    (
      "… --address.zip-code 1 --address.geo.lat 1.50",
      #"{"name":"a","address":{"city":"b","zip_code":"1","geo":{"lat":1.50}}}"#
    ),
    (
      "… --address.geo.deep '{\"x\":1}'",
      #"{"name":"a","address":{"city":"b","geo":{"deep":{"x":1}}}}"#
    ),
    (
      "… --count null --note null",
      #"{"name":"a","count":null,"note":null,"address":{"city":"b"}}"#
    ),
    ("… --tags x --tags y", #"{"name":"a","tags":["x","y"],"address":{"city":"b"}}"#),
    ("… --kind 3", #"{"name":"a","kind":3,"address":{"city":"b"}}"#),
    ("… --parts '[{\"n\":1}]'", #"{"name":"a","parts":[{"n":1}],"address":{"city":"b"}}"#),
    (
      "… --labels '{\"x\":1}' --data '[1]'",
      #"{"name":"a","labels":{"x":1},"data":[1],"address":{"city":"b"}}"#
    ),
    ("name=3 address.city=b", #"{"name":"3","address":{"city":"b"}}"#),
    (
      "--name a address.city=b price=3 count=5",
      #"{"name":"a","address":{"city":"b"},"price":3,"count":5}"#
    ),
    (
      "… tags=x tags=y sizes=1 kind=large",
      #"{"name":"a","address":{"city":"b"},"tags":["x","y"],"sizes":[1],"kind":"large"}"#
    ),
    (
      "… sizes:=[1,2] price:=1e3",
      #"{"name":"a","address":{"city":"b"},"sizes":[1,2],"price":1e3}"#
    ),
    (
      "… count=null note:=null",
      #"{"name":"a","address":{"city":"b"},"count":null,"note":null}"#
    ),
    (
      "… a.b=x address.geo.deep.x=1",
      #"{"name":"a","address":{"city":"b","geo":{"deep":{"x":1}}},"a.b":"x"}"#
    ),
    (
      "… other=1 more:=1 labels.x=2",
      #"{"name":"a","address":{"city":"b"},"other":"1","more":1,"labels":{"x":2}}"#
    ),
    (
      "… data=x note=@@home",
      #"{"name":"a","address":{"city":"b"},"data":"x","note":"@home"}"#
    ),
    (
      "… note=@FILE data:=@FILE",
      #"{"name":"a","address":{"city":"b"},"note":"[1]","data":[1]}"#
    ),
    ("name=a address:='{\"city\":\"b\"}'", #"{"name":"a","address":{"city":"b"}}"#),
  ])
  func `options and words make a JSON object`(words: String, body: String) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let file = try bench.file("text", "[1]")
    let request = try #require(
      await bench.requests(Self.line("add \(words)").replacing("@FILE", with: "@\(file)")).first)
    #expect(request.text == body)
    #expect(request.headers["Content-Type"] == "application/json")
  }

  @Test(arguments: [
    ("add", "needs --name TEXT and --address.city TEXT"),
    ("add name=a", "the body lacks 'address'"),
    ("add name=a address.zip_code=1", "the body lacks 'address.city'"),
    ("add … --data '{'", "--data is not JSON"),
    ("add … --parts '{}'", "--parts takes JSON of the type array"),
    ("add … --count x", "--count takes a whole number"),
    ("add … count=x", "'count' takes a whole number"),
    ("add … kind=huge", "'kind' takes small, large or 3"),
    ("add … price:=x", "'price' is not JSON"),
    ("add … name=b", "'name' is given twice"),
    ("add … address:={}", "'address' is given twice"),
    ("add … price=1 price=2", "'price' is given twice"),
    ("add … tags=x tags:=[]", "'tags' is given twice"),
    ("add … address.street=x", "'address' has no property 'street'"),
    ("add … address.zipcode=x", "did you mean 'address.zip_code'?"),
    ("add … price.x=1", "'price' is not an object"),
    ("add … x", "a property of the body is NAME=TEXT"),
    ("add … =x", "a property of the body is NAME=TEXT"),
    ("add … a..b=x", "the body has no property of this name"),
    ("add name=a --body '{}'", "'name' and --body cannot be used together"),
    ("add … --id x", "has no option '--id'"),
    ("edit name=x", "'name=…' is a property of the body, and stands where ID is due"),
    ("edit i-1 nam=x", "did you mean 'name'?"),
    ("edit i-1 name=x --content-type text/plain", "a body of text/plain is given by --body"),
    ("edit i-1 --name x --content-type image/png", "--content-type takes"),
    ("add … --query x", "--query takes NAME=VALUE"),
    ("find --example-body --content-type x", "has no option '--content-type'"),
    ("add … note=@/proc/nonexistent/file", "cannot read '/proc/nonexistent/file'"),
  ])
  func `an invalid property is an error, and nothing is sent`(
    line: String, message: String
  ) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let result = await bench.harness.run(Self.line(line))
    #expect(result.status == (line.contains("/proc/nonexistent") ? 1 : 2))
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func `a quoted argument may look like a property`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    let sent = await bench.requests("wh edit 'name=x' name=y")
    #expect(sent.map(\.line) == ["PATCH /orders/name%3Dx"])
  }

  @Test func `a variable's value is not taken for a file's name`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    let line = "let text = '@/proc/nonexistent/file'; wh find text=$text"
    #expect(await bench.requests(line).first?.text == "text=%40%2Fproc%2Fnonexistent%2Ffile")
  }

  @Test(arguments: [
    ("find text='a&b' limit=3 other=x", "text=a%26b&limit=3&other=x"),
    ("find --text a near.lat=1.5", "text=a&near=%7B%22lat%22%3A1.5%7D"),
    ("edit i-1 name=x --content-type application/merge-patch+json", #"{"name":"x"}"#),
    ("edit i-1 --body hello --content-type text/plain", "hello"),
    ("pet kind=dog size=big", #"{"kind":"dog","size":"big"}"#),
    ("pet --kind cat --lives 9", #"{"kind":"cat","lives":9}"#),
    ("any a=1 b.c:=2", #"{"a":"1","b":{"c":2}}"#),
    ("value a=blue", #"{"a":"blue"}"#), ("value --a 3", #"{"a":3}"#),
    ("value a='{\"b\":1}'", #"{"a":{"b":1}}"#),
  ])
  func `property words work in forms, alternatives and other media types`(
    line: String, body: String
  ) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let request = try #require(await bench.requests("wh \(line)").first)
    #expect(request.text == body)
    if line.hasPrefix("edit") {
      let type = line.contains("text/plain") ? "text/plain" : "application/merge-patch+json"
      #expect(request.headers["Content-Type"] == type)
    }
  }

  @Test func `a word sends a file in a form`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    let file = try bench.file("anchor.txt", "picture")
    let request = try #require(
      await bench.requests("wh upload title=@\(file) file=@\(file) more=@\(file)").first)
    let text = try #require(request.text)
    #expect(text.contains("name=\"title\"\r\n\r\npicture\r\n"))
    #expect(text.contains(#"name="file"; filename="anchor.txt""#))
    #expect(text.contains(#"name="more"; filename="anchor.txt""#))
  }

  @Test func `--query adds parameters to the query`() async throws {
    let bench = try OperationBench(
      paths: #"""
        "/a": {"get": {"operationId": "op", "parameters": [
          {"name": "b", "in": "query", "schema": {"type": "string"}}]}},
        "/own": {"get": {"operationId": "own", "parameters": [
          {"name": "query", "in": "query", "schema": {"type": "string"}}]}}
        """#)
    let line = "wh op --query 'a b=c&d' --query x= --b y"
    #expect(await bench.requests(line).map(\.line) == ["GET /a?b=y&a%20b=c%26d&x="])
    // A parameter of that name keeps its option.
    #expect(await bench.requests("wh own --query 'a=b'").map(\.line) == ["GET /own?query=a%3Db"])
  }

  @Test func `a command has at most 60 options, even with a recursive schema`() async throws {
    let names = (1...40).map { #""p\#($0)": {"type": "string"}"# }.joined(separator: ", ")
    let bench = try OperationBench(
      paths: #"""
        "/a": {"post": {"operationId": "op", "requestBody": {"content": {"application/json": {"schema": {
          "type": "object", "properties": {"in": {"type": "object", "properties": {\#(names)}}, \#(names),
          "self": {"$ref":
            "#/paths/~1a/post/requestBody/content/application~1json/schema"}}}}}}}}
        """#)
    let help = await bench.harness.run("help wh op").output
    #expect(help.contains("--p40 TEXT") && help.contains("--in.p1 TEXT"))
    #expect(help.split(separator: "\n").count { $0.hasPrefix("      --") } < 75)
    #expect(await bench.requests("wh op self.self.self.self.p1=x").count == 1)
    #expect(
      await bench.harness.run("wh op \(String(repeating: "self.", count: 500))p1=x").status == 2)
  }
}

extension HTTPRequest {
  fileprivate var text: String? { body?.data.map { String(decoding: $0, as: UTF8.self) } }
}
