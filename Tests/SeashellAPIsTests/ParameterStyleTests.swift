import FoundationEssentials
import SeashellTesting
import Testing
import WebMessages

/// Encoding of parameters (OpenAPI 3.1.1, 4.8.12.3, and RFC 6570).
@MainActor
@Suite struct ParameterStyleTests {
  /// The encodings of a parameter `p`, for a list and for an object, by style.
  private nonisolated static let inPath:
    [(style: String, schema: String, given: String, sent: String)] = [
      ("", "string", "a", "a"), ("", "list", "a,b", "a,b"), ("", "object", "x=1,y=2", "x,1,y,2"),
      (#""explode":true"#, "object", "x=1,y=2", "x=1,y=2"),
      (#""style":"label""#, "string", "a", ".a"), (#""style":"label""#, "list", "a,b", ".a,b"),
      (#""style":"label","explode":true"#, "list", "a,b", ".a.b"),
      (#""style":"label""#, "object", "x=1,y=2", ".x,1,y,2"),
      (#""style":"label","explode":true"#, "object", "x=1,y=2", ".x=1.y=2"),
      (#""style":"matrix""#, "string", "a", ";p=a"),
      (#""style":"matrix""#, "list", "a,b", ";p=a,b"),
      (#""style":"matrix","explode":true"#, "list", "a,b", ";p=a;p=b"),
      (#""style":"matrix""#, "object", "x=1,y=2", ";p=x,1,y,2"),
      (#""style":"matrix","explode":true"#, "object", "x=1,y=2", ";x=1;y=2"),
      (#""allowReserved":true"#, "string", "a/b:c", "a/b:c"), ("", "string", "a/b", "a%2Fb"),
    ]

  @Test(arguments: inPath)
  func `a path parameter is encoded in its style`(
    row: (style: String, schema: String, given: String, sent: String)
  ) async throws {
    let bench = try OperationBench(
      paths: Self.operation("/a/{p}/b", #""in":"path","required":true"#, row.style, row.schema))
    #expect(await bench.requests("wh op '\(row.given)'").map(\.line) == ["GET /a/\(row.sent)/b"])
  }

  @Test(arguments: ["..", "../x", "a/../b", "a/..", "./a"])
  func `a value with slashes does not lead to another path`(value: String) async throws {
    let bench = try OperationBench(
      paths: Self.operation(
        "/a/{p}/b", #""in":"path","required":true"#, #""allowReserved":true"#, "string"))
    let result = await bench.harness.run("wh op '\(value)'")
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("which servers take for another path"), "\(result.errors)")
    #expect(bench.transport.requests.isEmpty)
  }

  @Test(arguments: [
    ("", "list", "..,"), ("", "list", ",.."), ("", "list", ".,"), ("", "list", ","),
    ("", "list", ",,"), (#""style":"label""#, "string", "."), (#""style":"label""#, "list", ","),
    (#""style":"matrix","explode":true"#, "list", ","),
    ("", "object", "..,"),
  ])
  func `what is sent, not what was given, must not lead to another path`(
    style: String, schema: String, value: String
  ) async throws {
    let bench = try OperationBench(
      paths: Self.operation("/a/{p}", #""in":"path","required":true"#, style, schema))
    for line in ["wh op '\(value)'", "let v = '\(value)'; wh op $v"] {
      let result = await bench.harness.run(line)
      #expect(result.status == 2, "\(result.errors)")
    }
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func `dots beside other text are sent`() async throws {
    let bench = try OperationBench(
      paths: Self.operation("/a/x{p}", #""in":"path","required":true"#, "", "list"))
    #expect(await bench.requests("wh op '..,'").map(\.line) == ["GET /a/x.."])
    #expect(await bench.requests("wh op '..,.'").map(\.line) == ["GET /a/x..,."])
  }

  private nonisolated static let inQuery:
    [(style: String, schema: String, given: [String], sent: String)] = [
      ("", "string", ["a b"], "p=a%20b"), ("", "list", ["a", "b,c"], "p=a&p=b%2Cc"),
      ("", "string", [""], "p="),
      (#""explode":false"#, "list", ["a", "b,c"], "p=a,b%2Cc"),
      ("", "object", ["x=1", "y=2=3"], "x=1&y=2%3D3"),
      (#""explode":false"#, "object", ["x=1", "y=2"], "p=x,1,y,2"),
      (#""style":"spaceDelimited","explode":false"#, "list", ["a", "b"], "p=a%20b"),
      (#""style":"pipeDelimited","explode":false"#, "list", ["a", "b"], "p=a%7Cb"),
      (#""style":"pipeDelimited","explode":true"#, "list", ["a", "b"], "p=a&p=b"),
      (
        #""style":"deepObject","explode":true"#, "object", ["x=1", "y=&"], "p%5Bx%5D=1&p%5By%5D=%26"
      ),
      (#""allowReserved":true"#, "string", ["a/b?c&d#e+f"], "p=a/b?c%26d%23e%2Bf"),
      (
        #""content":{"application/json":{"schema":{"type":"object"}}}"#, "", [#"{"a":[1]}"#],
        "p=%7B%22a%22%3A%5B1%5D%7D"
      ),
      (#""content":{"application/json":{"schema":{"type":"string"}}}"#, "", ["a"], "p=%22a%22"),
    ]

  @Test(arguments: inQuery)
  func `a query parameter is encoded in its style`(
    row: (style: String, schema: String, given: [String], sent: String)
  ) async throws {
    let bench = try OperationBench(
      paths: Self.operation("/a", #""in":"query""#, row.style, row.schema))
    let options = row.given.map { "--p '\($0)'" }.joined(separator: " ")
    #expect(await bench.requests("wh op \(options)").map(\.line) == ["GET /a?\(row.sent)"])
  }

  @Test(arguments: [
    ("header", "", "list", ["a", "b"], "a,b"), ("header", "", "object", ["x=1", "y=2"], "x,1,y,2"),
    ("header", #""explode":true"#, "object", ["x=1", "y=2"], "x=1,y=2"),
    ("header", #""style":"pipeDelimited""#, "list", ["a", "b"], "a|b"),
    ("cookie", "", "string", ["a;b"], "p=a%3Bb"),
    ("cookie", #""explode":false"#, "list", ["a", "b"], "p=a,b"),
  ])
  func `header fields and cookies are encoded in their style`(
    place: String, style: String, schema: String, given: [String], sent: String
  ) async throws {
    let bench = try OperationBench(
      paths: Self.operation("/a", #""in":"\#(place)""#, style, schema))
    let options = given.map { "--p '\($0)'" }.joined(separator: " ")
    let request = try #require(await bench.requests("wh op \(options)").first)
    #expect(request.headers[place == "cookie" ? "Cookie" : "p"] == sent)
  }

  @Test(arguments: [
    ("", "object", "x"), ("", "object", "=1"),
    (#""content":{"application/json":{"schema":{"type":"object"}}}"#, "", "a"),
  ])
  func `an invalid value of a parameter is rejected`(
    style: String, schema: String, given: String
  ) async throws {
    let bench = try OperationBench(paths: Self.operation("/a", #""in":"query""#, style, schema))
    let result = await bench.harness.run("wh op --p '\(given)'")
    #expect(result.status == 2)
    #expect(result.errors.contains("'p' takes"), "\(result.errors)")
    #expect(bench.transport.requests.isEmpty)
  }

  @Test(arguments: [
    ("/a/{p}#share", "GET /base/a/x%2Fy?q=1"), ("/a/{p}?b=2", "GET /base/a/x%2Fy?b=2&q=1"),
    ("/ü/{p}", "GET /base/%C3%BC/x%2Fy?q=1"), ("/a%20b/{p}", "GET /base/a%20b/x%2Fy?q=1"),
  ])
  func `a path's own text is sent as it is written, without a fragment`(
    path: String, sent: String
  ) async throws {
    let bench = try OperationBench(
      paths: #"""
        "\#(path)":{"get":{"operationId":"op","parameters":[
          {"name":"q","in":"query","schema":{"type":"integer"}}]}}
        """#)
    let request = try #require(await bench.requests("wh op x/y --q 1").first)
    let text = request.url.absoluteString
    #expect("GET \(text.replacing("https://wh.test", with: ""))" == sent)
  }

  /// A path with one operation, `op`, that has one parameter, `p`.
  private static func operation(
    _ path: String, _ place: String, _ style: String, _ schema: String
  ) -> String {
    let schemas = [
      "string": #"{"type":"string"}"#, "list": #"{"type":"array","items":{"type":"string"}}"#,
      "object": #"{"type":"object","properties":{"x":{"type":"string"}}}"#,
    ]
    let members =
      [#""name":"p""#, place] + (style.isEmpty ? [] : [style])
      + (schemas[schema].map { [#""schema":\#($0)"#] } ?? [])
    let parameter = "{\(members.joined(separator: ","))}"
    return #""\#(path)":{"get":{"operationId":"op","parameters":[\#(parameter)]}}"#
  }
}
