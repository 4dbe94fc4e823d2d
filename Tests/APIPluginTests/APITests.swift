import FoundationEssentials
import SeashellKit
@testable import SeashellTesting
import Testing

@testable import APIPlugin

@MainActor
@Suite struct APITests {
  static func bench(
    status: Int = 200, _ text: String = "{}", headers: HTTPHeaders = [:], input: String? = nil,
    address: String = "http://localhost"
  ) throws -> (harness: ShellHarness, transport: StubTransport) {
    let transport = StubTransport(status: status, json: text, headers: headers)
    let harness = try ShellHarness(transport, console: RecordingConsole(input: input))
    harness.context.client.environment = try APIEnvironment(
      "test", address, version: "v1")
    try harness.load(APIModule(harness.context))
    return (harness, transport)
  }

  static func body(_ request: HTTPRequest) async throws -> String {
    String(decoding: try await request.body?.collect(upTo: 1 << 24) ?? Data(), as: UTF8.self)
  }

  @Test(
    arguments: [
      ("post things --json '{}'", "Send POST things?"), ("put things/1", "Send PUT things/1?"),
      ("patch things/1", "Send PATCH things/1?"), ("delete things/1", "Send DELETE things/1?"),
      ("get things", nil), ("head things", nil), ("options things", nil),
    ] as [(String, String?)])
  func `a write to a production environment asks, and names it`(
    line: String, question: String?
  ) async throws {
    let transport = StubTransport(json: "{}")
    let harness = try ShellHarness(transport, console: RecordingConsole(answers: ["no"]))
    try harness.load(APIModule(harness.context))
    #expect(await harness.run("api \(line)").status == 0)
    #expect(harness.console.questions.isEmpty)
    harness.context.client.environment = try APIEnvironment(
      "live", "http://localhost", version: "v1", isProduction: true)
    let result = await harness.run("api \(line)")
    #expect(
      harness.console.questions == (question.map { ["Production environment 'live': \($0)"] } ?? [])
    )
    #expect(result.status == (question == nil ? 0 : 1))
    #expect(transport.requests.count == (question == nil ? 2 : 1))
    if question != nil { #expect(await harness.run("api \(line) --yes").status == 0) }
  }

  @Test(arguments: [
    ("api get products", "GET", "/v1/products"), ("api get /products/", "GET", "/v1/products/"),
    ("api get ''", "GET", "/v1"), ("api head products/p-1", "HEAD", "/v1/products/p-1"),
    ("api delete products/p-1", "DELETE", "/v1/products/p-1"),
    ("api get 'products?query=mug&page=2'", "GET", "/v1/products?query=mug&page=2"),
    ("api get products --query query=mug", "GET", "/v1/products?query=mug"),
    (
      "api get 'products?a=1' --query b= --query 'c d=&é'", "GET",
      "/v1/products?a=1&b=&c%20d=%26%C3%A9"
    ),
    ("api get 'products?' --query a=b=c", "GET", "/v1/products?a=b%3Dc"),
    ("api get 'a b/%2F/é%zz?x=[1] %41'", "GET", "/v1/a%20b/%2F/%C3%A9%25zz?x=%5B1%5D%20%41"),
    ("api get http://localhost/elsewhere?x=1", "GET", "/elsewhere?x=1"),
    ("api get a//b", "GET", "/v1/a//b"), ("api get /a//b//", "GET", "/v1/a//b//"),
    ("api get //evil.example/x", "GET", "/v1//evil.example/x"),
    ("api get http://localhost//evil.example/x", "GET", "//evil.example/x"),
    ("api get shop://a//b", "GET", "/v1//a//b"),
    ("api get a/%2F%2f/b", "GET", "/v1/a/%2F%2f/b"),
    ("let k = 'a//b'; api get bucket/$k", "GET", "/v1/bucket/a%2F%2Fb"),
    ("api get HTTP://LocalHost:80/v1/products", "GET", "/v1/products"),
  ])
  func `a request is sent below the address and the version`(
    line: String, method: String, path: String
  ) async throws {
    let (harness, transport) = try Self.bench()
    let result = await harness.run(line)
    #expect(result.status == 0, "\(result.errors)")
    let request = try #require(transport.requests.first)
    #expect(request.method.rawValue == method)
    #expect(request.url.origin == "http://localhost:80")
    let address = request.url.absoluteString
    #expect(address.hasSuffix(path) && address.split(separator: "/").count >= 2)
    #expect(
      address.lowercased().replacing(":80/", with: "/") == "http://localhost\(path)".lowercased())
  }

  @Test(arguments: [
    ("api get https://evil.example/x", "not to https://evil.example:443"),
    ("api get http://localhost:81/x", "not to http://localhost:81"),
    ("api get https://localhost/x", "not to https://localhost:443"),
    ("api get ftp://localhost/x", "not to ftp://"),
    ("api get http://u:geheim@localhost/x", "a URL must not contain a user or password"),
    ("let x = ''; api get a/$x/b", "PATH contains an empty segment, since a variable"),
    ("let x = ''; api get a/$x", "PATH contains an empty segment"),
    ("api get a//../b", "PATH contains the segment '..'"),
    ("api get //../b", "PATH contains the segment '..'"),
    ("api get a/../b", "PATH contains the segment '..'"),
    ("api get a/%2E%2e/b", "PATH contains the segment '%2E%2e'"),
    ("api get ./a", "PATH contains the segment '.'"),
    ("api get 'a#b'", "PATH contains a '#'"), ("api get", "needs PATH"),
    ("api get a --query x", "--query takes NAME=VALUE"),
    ("api get a --query =x", "--query takes NAME=VALUE"),
    ("api get a --header geheim", "--header takes NAME:VALUE"),
    ("api get a --header 'x y:geheim'", "has no valid field name before the ':'"),
    ("api get a --header ':geheim'", "has no valid field name before the ':'"),
    ("api get a --header 'content-length:1'", "which the shell sets itself"),
    ("api get a --header 'Transfer-Encoding:'", "which the shell sets itself"),
    ("api get a --header 'Connection;'", "which the shell sets itself"),
    ("api get a --header 'Host:'", "cannot leave out Host, which HTTP needs"),
    ("api get a --header 'Host;'", "cannot leave out Host, which HTTP needs"),
    ("api get a --header Host:a --header Host:b", "cannot set Host twice"),
    ("api get a --header 'X-A: 1\u{7}'", "has a control character in the value of X-A"),
    ("api get a --json '{}'", "no option '--json'"),
    ("api get a --body geheim", "--body is not valid JSON"),
    ("api head a --body '{}'", "no option '--body'"),
    (
      "api post a --body '{}' --json '{}'",
      "--body cannot be used with FIELD, --json, --form or --body-file"
    ),
    ("api post a x=1 --body '{}'", "--body cannot be used with FIELD"),
    (
      "api post a --json '{geheim}'",
      "--json is not valid JSON: at character 2, expected a name in double quotes"
    ),
    ("api post a --json '{}' --form x=geheim", "--json and --form cannot be used together"),
    ("api post a --form geheim", "--form takes NAME=VALUE"),
    (
      "api post a --form x=1 --header 'Content-Type: text/plain'",
      "--form sets its own Content-Type"
    ),
    ("api post a --body-file -", "standard input is the script"),
  ])
  func `wrong words of api are refused before anything is sent`(
    line: String, message: String
  ) async throws {
    let (harness, transport) = try Self.bench()
    let result = await harness.run(line)
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(!result.errors.contains("geheim") || line.contains("http://u:"))
    #expect(result.output == "")
    #expect(transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      ("post search --json '{}'", 200, [:], #"{"id":"s-1"}"#, []),
      ("post orders", 201, [:], "", ["api.data.inserted"]),
      ("post orders", 200, ["Location": "/v1/orders/7"], "", ["api.data.inserted"]),
      ("put orders/7", 200, [:], "", ["api.data.updated"]),
      ("delete orders/7", 204, [:], "", ["api.data.deleted"]),
    ] as [(String, Int, HTTPHeaders, String, [String])])
  func `a POST that creates nothing posts no insertion`(
    line: String, status: Int, headers: HTTPHeaders, text: String, events: [String]
  ) async throws {
    let (harness, _) = try Self.bench(status: status, text, headers: headers)
    let recorder = EventRecorder(harness.bus)
    #expect(await harness.run("api \(line)").status == 0)
    #expect(recorder.names.filter { $0.hasPrefix("api.") } == events)
  }

  @Test func `without -o a response body is written unchanged, whatever the setting`() async throws
  {
    let text = "{\"a\":\t1}\r\n\u{1B}[31m"
    for format in ["auto", "json", "csv"] {
      let (harness, _) = try Self.bench(text)
      #expect(await harness.run("set output \(format); api get a") == (0, text, ""))
    }
    let (harness, _) = try Self.bench(text)
    #expect(await harness.run("api head a") == (0, "", ""))
  }

  @Test func `--include writes the status and the header fields first`() async throws {
    for line in ["api get a -i", "api get a --include"] {
      let (harness, _) = try Self.bench("[]", headers: ["X-Total-Count": "3", "Set-Cookie": "a=b"])
      #expect(
        await harness.run(line)
          == (
            0,
            "HTTP 200\nX-Total-Count: 3\nSet-Cookie: a=b\nContent-Type: application/json\n\n[]", ""
          ))
    }
    let (harness, _) = try Self.bench(status: 404, "", headers: [:])
    let result = await harness.run("api head a -i")
    #expect(result.output == "HTTP 404\nContent-Type: application/json\n\n")
    #expect(result.status == 3)
  }

  @Test(arguments: [
    (200, 0), (204, 0), (304, 0), (400, 6), (401, 4), (403, 4), (404, 3), (409, 6),
    (422, 6), (500, 8), (503, 8),
  ])
  func `an error response is written, and decides the exit status`(
    status: Int, exit: Int32
  ) async throws {
    let text = #"{"errors":[{"title":"No","detail":"The shop's own words."}]}"#
    let (harness, _) = try Self.bench(status: status, text)
    let result = await harness.run("api get a")
    #expect(result.status == exit, "\(result.errors)")
    #expect(result.output == text)
    #expect(result.errors.contains("The shop's own words.") == (exit != 0))
  }

  @Test func `a write of api posts an event like any other`() async throws {
    let (harness, _) = try Self.bench(
      status: 201, "", headers: ["Location": "/v1/products/p-1/reviews/r-9"])
    let recorder = EventRecorder(harness.bus)
    #expect(await harness.run("api post products/p-1/reviews --json '{}'").status == 0)
    #expect(await harness.run("api delete products/p-1/reviews/r-9").status == 0)
    #expect(
      recorder.events(of: DataInserted.self)
        == [DataInserted(resource: "products/p-1/reviews", id: "r-9", environment: .test)])
    #expect(
      recorder.events(of: DataDeleted.self)
        == [DataDeleted(resource: "products/p-1/reviews", id: "r-9", environment: .test)])
  }

  @Test func `api sends the session's credentials, unless the user gives others`() async throws {
    let (harness, transport) = try Self.bench()
    try harness.context.install(StubAuthorizer("Bearer session-token"))
    #expect(await harness.run("api get a").status == 0)
    #expect(await harness.run("api get a --header 'Authorization: Bearer mine'").status == 0)
    #expect(
      transport.requests.map { $0.headers.values(of: "Authorization") }
        == [["Bearer session-token"], ["Bearer mine"]])
  }

  @Test func `api sends no credentials over http to another machine`() async throws {
    let (harness, transport) = try Self.bench(address: "http://shop.example")
    try harness.context.install(StubAuthorizer("Bearer session-token"))
    #expect(await harness.run("api get a").status == 0)
    #expect(transport.requests.map { $0.headers["Authorization"] } == [nil])
    let result = await harness.run("api get a --header 'Authorization: Bearer geheim'")
    #expect(result.status != 0)
    #expect(result.errors.contains("over https or to this machine"), "\(result.errors)")
    #expect(!result.errors.contains("geheim"))
    #expect(transport.requests.count == 1)
  }

  @Test(
    arguments: [
      ("", ["orders", "events"]), ("/or", ["/orders"]), ("x", []),
    ] as [(String, [String])])
  func `the paths given to the module api are completed`(prefix: String, paths: [String]) throws {
    let harness = try ShellHarness(StubTransport(json: "{}"))
    try harness.load(
      APIModule(harness.context, paths: ["orders": "the orders", "events": "what changes"]))
    let candidates = harness.completions(of: "api.path", for: prefix)
    #expect(candidates.map(\.text) == paths)
  }

  @Test func `the examples of api are the author's, or use the first path`() async throws {
    func help(_ command: String, _ examples: [CommandSpecification.Example]) async throws -> String
    {
      let harness = try ShellHarness(StubTransport(json: "{}"))
      try harness.load(
        APIModule(harness.context, paths: ["orders": "the orders"], examples: examples))
      return await harness.run("help api \(command)").output
    }
    #expect(
      try await help("get", []).hasSuffix("  api get orders\n      requests the orders\n"))
    #expect(try await !help("post", []).contains("Examples"))
    let examples = [CommandSpecification.Example("api post orders --form n=1", "orders one")]
    #expect(try await !help("get", examples).contains("Examples"))
    #expect(
      try await help("post", examples)
        .hasSuffix("  api post orders --form n=1\n      orders one\n"))
  }

  @Test func `--no-follow shows a redirect, with status 0`() async throws {
    let transport = StubTransport(
      status: 302, json: "", headers: ["Location": "http://localhost/b"])
    let harness = try ShellHarness(transport)
    try harness.load(APIModule(harness.context))
    let result = await harness.run("api get a -i --no-follow")
    #expect(result.status == 0 && result.output.contains("Location: http://localhost/b\n"))
    #expect(transport.requests.count == 1)
    #expect(await harness.run("api get a").status != 0 && transport.requests.count == 3)
  }
}
