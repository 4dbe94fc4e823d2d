import FoundationEssentials
import HTTPTestClient
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import SeashellModules

@MainActor @Suite struct GatewayRequestTests {
  nonisolated private static let secret = "top-secret-0123456789"

  private struct Session: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer \(GatewayRequestTests.secret)"
      request.headers["X-Api-Key"] = "key-\(GatewayRequestTests.secret)"
    }

    func recover(from response: APIResponse) async -> Bool { false }
  }

  /// Repeats the request's credentials in the response, and adds others.
  private static func indiscreet(status: Int) -> StubTransport {
    StubTransport { request in
      let sent = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
      return HTTPResponse(
        status: status,
        headers: [
          "Content-Type": "application/json", "Set-Cookie": "session=\(secret)",
          "Authorization": "Bearer \(secret)", "X-Access-Token": secret, "ETag": "\"\(secret)\"",
          "Location": "/v1/products/p-1?token=\(secret)",
        ],
        body: HTTPBody(
          Data(
            #"{"access_token":"other-secret","sent":"\#(sent)","error":"bad \#(secret)"}"#.utf8)))
    }
  }

  @Test func `the response to a module's request is that of the statement which calls it`()
    async throws
  {
    let transport = StubTransport(status: 404, json: #"{"id":"p-1"}"#)
    let gateway = try await GatewayFixture(["* /products/**"], transport: transport)
    _ = try await gateway.send("GET", "/api/products/p-1")
    let answers = StatementAnswers()
    gateway.lease.begin(answers, nil)
    #expect(answers.outcome == nil)
    _ = try await gateway.send("GET", "/api/products/p-1")
    guard case .response(let response) = answers.outcome else {
      Issue.record("no response"); return
    }
    #expect(try response.fields(withBody: false).first == CellValue.Field("status", .integer(404)))
    await gateway.close()
  }

  @Test func `a module's request is sent by the host, with few of its fields`()
    async throws
  {
    let transport = StubTransport(
      json: #"{"id":"p-1"}"#, headers: ["X-Total-Count": "1", "Server": "shop"])
    let gateway = try await GatewayFixture(["* /products/**"], transport: transport)
    try gateway.harness.context.install(Session())
    let reply = try await gateway.send(
      "PUT", "/api/products/p%201/?q=a+b&empty=&flag&c=%26",
      headers: "Authorization: Bearer mine\r\nCookie: a=b\r\nX-Mine: 1\r\nAccept: text/plain\r\n"
        + "Content-Type: text/x\r\nIdempotency-Key: k-1\r\nIf-Match: \"1\"\r\n", body: "content")
    #expect(reply.status == 200)
    #expect(reply.text == #"{"id":"p-1"}"#)
    #expect(reply.headers["X-Total-Count"] == "1")
    #expect(reply.headers["Server"] == nil)
    let sent = try #require(transport.requests.first)
    #expect(
      sent.url.absoluteString
        == "http://localhost/v1/products/p%201/?q=a%20b&empty=&flag=&c=%26")
    #expect(sent.method == .put)
    #expect(sent.headers["Authorization"] == "Bearer \(Self.secret)")
    #expect(sent.headers["Cookie"] == nil && sent.headers["X-Mine"] == nil)
    #expect(sent.headers["Accept"] == "text/plain")
    #expect(sent.headers["Content-Type"] == "text/x")
    #expect(sent.headers["Idempotency-Key"] == "k-1")
    #expect(sent.headers["If-Match"] == "\"1\"")
    #expect(sent.body?.data == Data("content".utf8))
    await gateway.close()
  }

  @Test(arguments: [200, 201, 401, 403, 422, 500])
  func `a module gets no credential in a response`(status: Int) async throws {
    let transport = Self.indiscreet(status: status)
    let gateway = try await GatewayFixture(["* /**"], transport: transport)
    try gateway.harness.context.install(Session())
    for method in ["GET", "POST", "DELETE", "HEAD"] {
      let connection = try await gateway.request(
        method, gateway.base + "/api/session", headers: "Connection: close\r\n")
      let all = await connection.end()
      #expect(all.hasPrefix("HTTP/1.1 \(status) "))
      #expect(!all.contains("secret"))
      for name in ["Set-Cookie", "Authorization: Bearer top", "X-Access-Token"] {
        #expect(!all.contains(name))
      }
      if method != "HEAD" { #expect(all.contains(#"{"access_token":null,"sent":"#)) }
    }
    #expect(transport.requests.count == 4)
    #expect(transport.requests.allSatisfy { $0.headers["Authorization"] != nil })
    await gateway.close()
  }

  @Test func `a response with a token outside JSON is refused as a whole`() async throws {
    let transport = StubTransport { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: HTTPBody(Data("access_token=other-secret".utf8)))
    }
    let gateway = try await GatewayFixture(["POST /session"], transport: transport)
    let reply = try await gateway.send("POST", "/api/session", body: "{}")
    #expect(reply.status == 403)
    #expect(reply.text.contains("the response to POST session has a token"))
    #expect(!reply.text.contains("other-secret"))
    await gateway.close()
  }

  @Test func `a module's write posts an event on the bus`() async throws {
    let transport = StubTransport(status: 201, json: #"{"id":"r-9"}"#)
    let gateway = try await GatewayFixture(["POST /products/*/reviews"], transport: transport)
    let recorder = EventRecorder(gateway.bus)
    let reply = try await gateway.send(
      "POST", "/api/products/p-7/reviews", headers: "Content-Type: application/json\r\n",
      body: #"{"rating":5}"#)
    #expect(reply.status == 201)
    #expect(
      recorder.events(of: DataInserted.self)
        == [DataInserted(resource: "products/p-7/reviews", id: "r-9", environment: .test)])
    #expect(transport.requests.first?.headers["Idempotency-Key"]?.isEmpty == false)
    await gateway.close()
  }

  @Test func `a module's write in a run that may be repeated has the key of that run`() async throws
  {
    let transport = StubTransport(status: 201, json: "{}")
    let gateway = try await GatewayFixture(["POST /products"], transport: transport)
    gateway.harness.context.client.environment = try APIEnvironment(
      "test", "http://localhost", version: "v1", honorsIdempotencyKeys: true)
    for _ in 1...2 {
      // The access does not keep the keys after the run.
      let keys = WriteKeys(of: "mails m-1")
      gateway.lease.begin(nil, keys)
      _ = try await gateway.send("POST", "/api/products", body: "{}")
      withExtendedLifetime(keys) {}
    }
    for _ in 1...2 { _ = try await gateway.send("POST", "/api/products", body: "{}") }
    let keys = transport.requests.map { $0.headers["Idempotency-Key"] }
    #expect(keys[0] == keys[1] && Set(keys).count == 3 && !keys.contains(nil))
    await gateway.close()
  }

  @Test(arguments: [
    ([], "GET", "/products/p-1", "GET /products/*"),
    (["GET /products/*"], "DELETE", "/products/p-1", "DELETE /products/*"),
    (["GET /products", "events"], "GET", "/users", "GET /users"),
    (["POST /a"], "PATCH", "/a?x=1", "PATCH /a"),
  ])
  func `a request that is not allowed is refused with its rule`(
    _ rules: [String], _ method: String, _ path: String, _ needed: String
  ) async throws {
    let transport = StubTransport(json: "{}")
    let gateway = try await GatewayFixture(rules, transport: transport)
    let reply = try await gateway.send(method, "/api" + path)
    let shown = path.prefix { $0 != "?" }
    #expect(reply.status == 403)
    #expect(reply.headers["Content-Type"] == "application/json")
    #expect(
      reply.text
        == #"{"error":{"status":4,"code":"forbidden","message":"the module 'hello' may not "#
        + #"\#(method) \#(shown)","hint":"add the module with --allow '\#(needed)'","#
        + #""rule":"\#(needed)"}}"#)
    #expect(transport.requests.isEmpty)
    await gateway.close()
  }

  @Test(arguments: [
    "/products/../session", "/products/%2e%2e/session", "/products/..%2fsession",
    "/products/..%5csession", "/products//x", "/products/%", "/products/%252e%252e/session",
    "/products/..;/session", "/products/a%00", "/products/x?a=%zz",
  ])
  func `an ambiguous path is refused and not sent`(_ path: String) async throws {
    let transport = StubTransport(json: "{}")
    let gateway = try await GatewayFixture(["* /**"], transport: transport)
    let reply = try await gateway.send("GET", "/api" + path)
    #expect(reply.status == 400)
    #expect(reply.text.hasPrefix(#"{"error":{"status":2,"code":"usage","message":"#))
    #expect(transport.requests.isEmpty)
    await gateway.close()
  }

  @Test(arguments: [
    (APIError(.unconnected, detail: "why"), 502, 5, "unconnected"),
    (APIError(.unavailable, detail: "why"), 503, 8, "unavailable"),
    (APIError(.limit, detail: "why"), 502, 1, "limit"),
    (APIError(.invalid, detail: "why"), 400, 1, "failed"),
    (APIError(.unauthorized, detail: "why"), 401, 4, "unauthorized"),
    (APIError(.forbidden, detail: "why"), 403, 4, "forbidden"),
  ])
  func `A request without a response gets the shell's error`(
    _ error: APIError, _ status: Int, _ exit: Int, _ code: String
  ) async throws {
    let gateway = try await GatewayFixture(["GET /**"])
    let hook = gateway.harness.context.intercept(request: { _ in throw error })
    let reply = try await gateway.send("GET", "/api/products")
    #expect(reply.status == status)
    #expect(reply.headers["Content-Type"] == "application/json")
    #expect(reply.text.hasPrefix(#"{"error":{"status":\#(exit),"code":"\#(code)","message":"#))
    #expect(reply.text.contains("why"))
    hook.cancel()
    await gateway.close()
  }

  @Test func `a module's request to a lost service gets status 5`() async throws {
    let transport = StubTransport { _ in
      throw TransportError(.unconnected, reason: "connection refused")
    }
    let gateway = try await GatewayFixture(["GET /**"], transport: transport)
    let reply = try await gateway.send("GET", "/api/products")
    #expect(reply.status == 502)
    #expect(reply.text.hasPrefix(#"{"error":{"status":5,"code":"unconnected","message":"#))
    #expect(reply.text.contains("connection refused"))
    await gateway.close()
  }

  @Test func `a module's request body over 1 MiB is refused`() async throws {
    let gateway = try await GatewayFixture(["POST /**"])
    let reply = try await gateway.send(
      "POST", "/api/a", body: String(repeating: "x", count: (1 << 20) + 1))
    #expect(reply.status == 413)
    await gateway.close()
  }
}
