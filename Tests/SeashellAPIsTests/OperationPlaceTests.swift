import FoundationEssentials
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import ShellHelp
import ShellRuntime
import Testing

/// Places of an API's lists and records.
@MainActor
@Suite struct OperationPlaceTests {
  private static let list =
    #""200": {"description": "", "content": {"application/json": {"schema": {"type": "array", "items": {"type": "object"}}}}}"#
  private static let paths = #"""
    "/api/v1/parts": {"get": {"operationId": "listParts", "responses": {\#(list)}}},
    "/api/v1/parts/{part_id}": {
      "get": {"operationId": "getPart"},
      "patch": {"operationId": "editPart", "requestBody": {"content": {"application/json": {
        "schema": {"type": "object", "properties": {"note": {"type": "string"}}}}}}},
      "delete": {"operationId": "deletePart"}},
    "/api/v1/parts/{part_id}/screws": {"get": {"operationId": "listScrews", "responses": {\#(list)}}},
    "/api/v1/parts/{part_id}/screws/{screw}": {"get": {"operationId": "getScrew"}},
    "/api/v1/parts/{part_id}/polish": {"post": {"operationId": "polishPart"}},
    "/api/v1/logs/{log}": {"get": {"operationId": "followLog", "responses": {"200": {
      "description": "", "content": {"text/event-stream": {}}}}}},
    "/api/v1/found/{what}.json": {"get": {"operationId": "getFound"}},
    "/api/v1/bolts/{bolt}": {"get": {"operationId": "getBolt", "parameters": [
      {"name": "site", "in": "query", "required": true, "schema": {"type": "string"}}]}}
    """#

  private static func bench() async throws -> OperationBench {
    let bench = try OperationBench(
      paths: paths,
      transport: StubTransport { request in
        let path = request.url.path.replacing("/base/api/v1/", with: "")
        let isThere = !path.contains("missing")
        let body = path.hasSuffix("s") ? #"[{"id":"s-1"}]"# : #"{"id":"p-1"}"#
        return HTTPResponse(
          status: isThere ? 200 : 404, headers: ["Content-Type": "application/json"],
          body: HTTPBody(Data((isThere ? body : #"{"detail":"no such part"}"#).utf8)))
      })
    try bench.harness.context.apis.use("wh:live")
    return bench
  }

  @Test(arguments: [
    ("open parts; pwd; list", ["GET /api/v1/parts"], "parts\n"),
    ("open parts/p-1; pwd", ["GET /api/v1/parts/p-1"], "parts/p-1\n"),
    ("open parts/p-1; show", ["GET /api/v1/parts/p-1", "GET /api/v1/parts/p-1"], ""),
    (
      "open parts/p-1; edit --note x", ["GET /api/v1/parts/p-1", "PATCH /api/v1/parts/p-1"], ""
    ),
    (
      "open parts/p-1; edit note=x", ["GET /api/v1/parts/p-1", "PATCH /api/v1/parts/p-1"], ""
    ),
    (
      "open parts/p-1; edit note='two words'",
      ["GET /api/v1/parts/p-1", "PATCH /api/v1/parts/p-1"], ""
    ),
    (
      "open parts/p-1; let n = x; edit note=$n",
      ["GET /api/v1/parts/p-1", "PATCH /api/v1/parts/p-1"], ""
    ),
    (
      "open parts/p-1; let n = note=x; edit $n note=y",
      ["GET /api/v1/parts/p-1", "PATCH /api/v1/parts/note%3Dx"], ""
    ),
    ("open parts/p-1; polish", ["GET /api/v1/parts/p-1", "POST /api/v1/parts/p-1/polish"], ""),
    (
      "open parts/p-1/screws; list",
      ["GET /api/v1/parts/p-1/screws", "GET /api/v1/parts/p-1/screws"],
      ""
    ),
    (
      "open parts/p-1/screws/s-1; show",
      ["GET /api/v1/parts/p-1/screws/s-1", "GET /api/v1/parts/p-1/screws/s-1"], ""
    ),
    // A record that cannot be requested with the place's values alone is not checked.
    ("open bolts/b-1; pwd", [], "bolts/b-1\n"),
    // A stream of events might never end, so it is not requested.
    ("open logs/l-1; pwd", [], "logs/l-1\n"),
  ])
  func `an open place fills the parameters of its path`(
    line: String, sent: [String], printed: String
  ) async throws {
    let bench = try await Self.bench()
    let requests = await bench.requests(line)
    #expect(requests.map(\.line) == sent)
    let place = await bench.harness.run("pwd")
    if !printed.isEmpty { #expect(place.output == printed) }
  }

  @Test(arguments: ["parts/missing", "found/x", "found/x.json", "nothing", "parts/p-1/missing"])
  func `a place that does not exist is not opened`(path: String) async throws {
    let bench = try await Self.bench()
    #expect(await bench.harness.run("open \(path)").status == 3)
    #expect(await bench.harness.run("pwd").output == "/\n")
  }

  @Test func `a place of another API is an error that names the API`() async throws {
    let bench = try await Self.bench()
    try bench.harness.context.apis.use("test")
    let result = await bench.harness.run("cd parts/p-1")
    #expect(result.status == 3)
    #expect(
      result.errors.contains(
        "'parts/p-1' is a place of the API 'wh'; 'env use wh' goes there"), "\(result.errors)")
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func `help lists the commands of the place`() async throws {
    let bench = try await Self.bench()
    let result = await bench.harness.run("open parts/p-1; help")
    #expect(
      result.output.contains(
        "At parts/p-1, without a module's name: delete, edit, list, more, polish,\n"
          + "refresh, show\n"))
  }

  @Test(arguments: [
    ("shop", "wh:/api/v1/p", ["wh:/api/v1/parts"]), ("shop", "wh:a", ["wh:api/v1/parts"]),
    ("wh", "/a", ["/api/v1/parts"]), ("shop", "/a", []),
  ])
  func `a path of the description is completed for 'api get'`(
    current: String, prefix: String, words: [String]
  ) async throws {
    let bench = try await Self.bench()
    try bench.harness.context.apis.use(current)
    let found = ShellCompleter(bench.harness.shell).candidates(of: "api.path", for: prefix)
    #expect(found.map(\.label) == words)
  }

  @Test func `a place is left when its record is deleted`() async throws {
    let bench = try await Self.bench()
    #expect(await bench.requests("open parts/p-1; parts delete p-1 --yes").count == 2)
    #expect(await bench.harness.run("pwd").output == "parts\n")
  }

  @Test func `an open place does not fill parameters of another API`() async throws {
    let bench = try await Self.bench()
    _ = await bench.requests("open parts/p-1")
    let shell = bench.harness.shell
    #expect(shell.places.values(for: "wh") == ["/api/v1/parts": "p-1"])
    #expect(shell.places.values(for: nil) == ["/api/v1/parts": "p-1"])
    #expect(shell.places.values(for: "other").isEmpty)
  }

  @Test func `a parameter is completed from the operation that lists it`() async throws {
    let bench = try await Self.bench()
    let line = "parts show "
    await withCheckedContinuation { answered in
      let completer = ShellCompleter(bench.harness.shell) { answered.resume() }
      #expect(completer.completion(of: line, at: line.utf8.count).candidates.isEmpty)
    }
    let found = ShellCompleter(bench.harness.shell)
      .completion(of: line, at: line.utf8.count)
    #expect(found.candidates.map(\.label) == ["s-1"])
    #expect(bench.transport.requests.map(\.line) == ["GET /api/v1/parts"])
  }

  @Test func `completion sends no request to a production environment`() async throws {
    let bench = try OperationBench(paths: Self.paths, isProduction: true)
    let line = "wh parts show "
    _ = ShellCompleter(bench.harness.shell).completion(of: line, at: line.utf8.count)
    #expect(await bench.requests("wh listParts").map(\.line) == ["GET /api/v1/parts"])
  }
}
