import FaultServer
import Foundation
import TestSupport
import Testing

/// Requests that a user writes for the API of a stranger.
@Suite(.mayBlock) struct RequestsByHandTests {
  /// An API whose description says that each request has a key.
  private static let description = """
    {"openapi":"3.0.0","info":{"title":"F","version":"1"},"security":[{"key":[]}],
    "components":{"securitySchemes":{"key":{"type":"apiKey","in":"header","name":"X-Key"}}},
    "paths":{"/search":{"get":{"operationId":"search","requestBody":{"required":true,"content":
    {"application/json":{"schema":{"type":"object"}}}},"responses":{"200":{"description":"ok",
    "content":{"application/json":{"schema":{"type":"object"}}}}}}},
    "/items/{key}":{"get":{"operationId":"item","parameters":[{"name":"key","in":"path",
    "required":true,"schema":{"type":"string"}}],"responses":{"200":{"description":"ok"}}}}}}
    """

  private static func home(
    _ answer: @escaping @Sendable (FaultRequest) -> FaultAnswer = { _ in .json("{}") }
  ) throws -> (FaultServer, Sandbox) {
    let server = try FaultServer { request in
      request.target == "/openapi.json" ? .json(description) : answer(request)
    }
    let home = try Sandbox(environment: ["SEASHELL_TOKEN_F": "the-key-of-the-user"])
    try home.succeed("api", "add", "f", server.url, "--environment", "live", "--yes")
    return (server, home)
  }

  private static func run(_ words: [String], in home: Sandbox) throws -> Program.Result {
    try Program.run(
      Program.seashell.path, words, environment: home.environment, directory: home.home)
  }

  /// The requests after those for the description.
  private static func sent(_ server: FaultServer) -> [FaultRequest] {
    let found = ["/", "/.well-known/api-catalog", "/openapi.json"]
    return server.requests.filter { !found.contains($0.target) }
  }

  @Test(arguments: [
    ["api", "get", "f:/search", "--body", #"{"q":1}"#],
    ["api", "get", "f:/search", "--body", "@q.json"], ["f", "search", "--body", #"{"q":1}"#],
  ])
  func `a read has a body, and no answer to one without it is its answer`(words: [String]) throws {
    let (server, home) = try Self.home { request in
      .json(#"{"got":"\#(request.text.filter { $0 != "\"" })"}"#, headers: ["ETag": "\"1\""])
    }
    try home.file("q.json", #"{"q":1}"#)
    let plain = try home.seashell("--offline", "api", "get", "f:/search")
    #expect(plain.output == #"{"got":""}"#)
    let result = try Self.run(words, in: home)
    #expect(result.status == 0 && result.output.contains("{q:1}"), "\(result.errors)")
    let request = try #require(Self.sent(server).last)
    #expect(request.method == "GET" && request.text == #"{"q":1}"#)
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("If-None-Match") == nil)
    server.stop()
    // Without the service the answer to the plain request is stored, and none for the body.
    #expect(try home.seashell("--offline", "api", "get", "f:/search").output == plain.output)
    let refused = try Self.run(words, in: home)
    #expect(refused.status == 5 && refused.output == "", "\(refused.output)")
  }

  @Test func `standard input is the body of a read`() throws {
    let (server, home) = try Self.home()
    let result = try home.seashell(
      "api", "get", "f:/_msearch", "--body", "-", "--header", "Content-Type:application/x-ndjson",
      input: "{}\n{}\n")
    #expect(result.status == 0, "\(result.errors)")
    let request = try #require(Self.sent(server).first)
    #expect(request.method == "GET" && request.text == "{}\n{}\n")
    #expect(request.header("Content-Type") == "application/x-ndjson")
  }

  @Test func `Host is sent, a field is left out, and another is sent without a value`() throws {
    let (server, home) = try Self.home()
    let result = try home.seashell(
      "api", "get", "f:/x", "--header", "Host: other.example", "--header", "User-Agent:",
      "--header", "Accept-Encoding:", "--header", "Accept:", "--header", "X-Any;")
    #expect(result.status == 0, "\(result.errors)")
    let request = try #require(Self.sent(server).first)
    #expect(
      request.headers.map { "\($0.name): \($0.value)" }.sorted() == [
        "Authorization: Bearer the-key-of-the-user", "Host: other.example", "X-Any: ",
      ])
  }

  @Test func `a Host does not lead a credential to where it points`() throws {
    let (other, (server, home)) = (try FaultServer(.json("{}")), try Self.home())
    let place = "127.0.0.1:\(other.port)"
    let host = try home.seashell("api", "get", "f:/x", "--header", "Host: \(place)")
    #expect(host.status == 0)
    let refused = try home.seashell(
      "api", "get", "\(other.url)/x", "--header", "Host: 127.0.0.1:\(server.port)")
    #expect(refused.status == 2)
    let smuggled = try home.seashell(
      "api", "get", "f:/x", "--header", "Host: a\r\nContent-Length: 5")
    #expect(smuggled.status == 2 && smuggled.errors.contains("control character"))
    #expect(other.requests.isEmpty)
    #expect(Self.sent(server).map { $0.header("Host") } == [place])
    #expect(Self.sent(server).map { $0.header("Authorization") } == ["Bearer the-key-of-the-user"])
  }

  @Test func `an answer to another Host is stored for it alone`() throws {
    let (server, home) = try Self.home { .json(#"{"host":"\#($0.header("Host") ?? "")"}"#) }
    let line = "api get f:/x; api get f:/x --header Host:other.example; api get f:/x"
    let result = try home.seashell("--offline", "-c", line)
    let hosts = ["127.0.0.1:\(server.port)", "other.example", "127.0.0.1:\(server.port)"]
    #expect(
      result.output.split(separator: "\n") == hosts.map { #"{"host":"\#($0)"}"# },
      "\(result.errors)")
    server.stop()
    let stored = try home.seashell(
      "--offline", "api", "get", "f:/x", "--header", "Host:other.example")
    #expect(stored.output == #"{"host":"other.example"}"#, "\(stored.errors)")
  }

  @Test(arguments: [
    ("f:/a//b", "/a//b"), ("f:a//b//", "/a//b//"), ("f:/a/%2F/b", "/a/%2F/b"),
    ("f:/x?u=http://a//b", "/x?u=http://a//b"),
  ])
  func `a path is sent as it is typed`(path: String, target: String) throws {
    let (server, home) = try Self.home()
    for method in ["get", "delete"] {
      let result = try home.seashell("api", method, path)
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(Self.sent(server).map(\.target) == [target, target])
  }

  @Test func `a path that begins with two slashes is no other host`() throws {
    let (other, (server, home)) = (try FaultServer(.json("{}")), try Self.home())
    let result = try home.seashell("-e", "f:live", "api", "get", "//127.0.0.1:\(other.port)/x")
    #expect(result.status == 0, "\(result.errors)")
    #expect(other.requests.isEmpty)
    #expect(Self.sent(server).map(\.target) == ["//127.0.0.1:\(other.port)/x"])
  }

  @Test func `a value with slashes stays within its segment`() throws {
    let (server, home) = try Self.home()
    #expect(try home.seashell("f", "item", "a//b").status == 0)
    #expect(Self.sent(server).map(\.target) == ["/items/a%2F%2Fb"])
  }

  @Test func `406 says which types there are, and the remedy works`() throws {
    let (server, home) = try Self.home { request in
      request.header("Accept") == "application/xml"
        ? .status(200, Array("<a/>".utf8), type: "application/xml")
        : .json(
          #"{"detail":"Cannot write that.","types":["application/xml","text/csv"]}"#, status: 406)
    }
    for words in [["api", "get", "f:/x"], ["f", "item", "7"]] {
      let refused = try Self.run(words + ["--header", "Accept: image/png"], in: home)
      #expect(refused.status == 6)
      let reason = try #require(refused.errors.firstRange(of: "Cannot write that."))
      let remedy = try #require(
        refused.errors.firstRange(
          of: "it offers application/xml, text/csv: ask for another type: "
            + "--header 'Accept: application/xml'"), "\(refused.errors)")
      #expect(reason.lowerBound < remedy.lowerBound)
      let right = try Self.run(words + ["--header", "Accept: application/xml"], in: home)
      #expect(right.status == 0 && right.output.hasPrefix("<a/>"), "\(right.errors)")
    }
    #expect(
      Self.sent(server).allSatisfy { request in
        request.headers.count { $0.name.lowercased() == "accept" } == 1
      })
  }
}
