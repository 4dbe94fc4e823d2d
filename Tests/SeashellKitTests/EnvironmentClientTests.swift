import FoundationEssentials
import SeashellKit
import SeashellTesting
import ShellCommands
import Synchronization
import Testing

@Suite struct EnvironmentClientTests {
  static func environment(_ name: String) throws -> APIEnvironment {
    try APIEnvironment(name, "https://\(name).example", version: "v-\(name)")
  }

  /// Switches the environment while a request is on its way.
  private struct Switching: Authorizer {
    let client: EnvironmentClient
    let environment: APIEnvironment

    func authorize(_ request: inout APIRequest) async throws { client.environment = environment }
    func recover(from response: APIResponse) async throws -> Bool { false }
  }

  private struct Token: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer t"
    }

    func recover(from response: APIResponse) async -> Bool { false }
  }

  @Test(arguments: [true, false])
  func `a test's client notes the credentials of each response`(isTesting: Bool) async throws {
    let secrets = SecretTexts()
    var parts = ClientParts(
      events: nil,
      transports: StubTransports { _ in
        StubTransport { request in
          HTTPResponse(
            status: 200, headers: ["Set-Cookie": "sid=0123456789; Path=/"],
            body: HTTPBody(
              Data(#"{"access_token":"fresh-\#(request.url.lastPathComponent)"}"#.utf8)))
        }
      })
    parts.isTesting = isTesting
    parts.tracer = RequestTracer(secrets: secrets)
    let client = EnvironmentClient(try Self.environment("one"), sharing: parts)
    try await StatementAnswers.$current.withValue(StatementAnswers()) {
      _ = try await APIRequest(path: "whole").response(on: client)
      let stream = try await APIRequest(path: "stream").stream(on: client)
      while try await stream.body.next() != nil {}
    }
    let text = "fresh-whole fresh-stream 0123456789 Path=/"
    #expect(secrets.masked(text) == (isTesting ? "… … … Path=/" : text))
  }

  @Test func `requests go to the environment that is chosen, by its own transport`() async throws {
    let (one, two) = (try Self.environment("one"), try Self.environment("two"))
    let stubs = ["one": StubTransport(json: "1"), "two": StubTransport(json: "2")]
    let fallback = StubTransport(status: 500, json: "{}")
    let client = EnvironmentClient(one, events: nil) { stubs[$0.name] ?? fallback }
    let request = APIRequest(path: "products")
    #expect(try await request.response(on: client).resource() == 1)
    client.environment = two
    #expect(client.environment == two)
    #expect(try await request.response(on: client).resource() == 2)
    #expect(
      stubs["one"]?.requests.map(\.url.absoluteString) == ["https://one.example/v-one/products"])
    #expect(
      stubs["two"]?.requests.map(\.url.absoluteString) == ["https://two.example/v-two/products"])
    #expect(fallback.requests.isEmpty)
  }

  @Test func `an authorizer takes part from the next request on, until it is removed`() async throws
  {
    let transport = StubTransport(json: "{}")
    let client = EnvironmentClient(try Self.environment("one"), events: nil) { _ in transport }
    let request = APIRequest(path: "products")
    _ = try await request.response(on: client)
    client.authorizer = Token()
    _ = try await request.response(on: client)
    client.authorizer = nil
    _ = try await request.response(on: client)
    #expect(transport.requests.map { $0.headers["Authorization"] } == [nil, "Bearer t", nil])
  }

  @Test func `the client posts its events, and remembers their ids`()
    async throws
  {
    let bus = EventBus()
    let recorder = EventRecorder(bus)
    let transport = StubTransport(
      status: 201, json: #"{"id":"r-1"}"#, headers: ["Event-Id": "e-1"])
    let client = EnvironmentClient(try Self.environment("one"), events: bus) { _ in transport }
    _ = try await APIRequest(path: "products/p-1/reviews", method: .post).response(on: client)
    #expect(
      recorder.events(of: DataInserted.self)
        == [
          DataInserted(
            resource: "products/p-1/reviews", id: "r-1", environment: client.environmentID)
        ])
    #expect(client.announced?.contains("e-1") == true)
    #expect(client.announced?.contains("e-2") == false)
  }

  @Test func `an environment decides the conventions of its service`() async throws {
    struct Item: Decodable, Equatable {
      let id: String
      let code: String
      private enum CodingKeys: String, CodingKey {
        case id
        case code = "currency_code"
      }
    }
    var environment = try Self.environment("one")
    environment.format = .jsonapi
    environment.keys = .camel
    environment.maximumRedirects = 0
    environment.maximumResponseSize = 100
    let transport = StubTransport(
      json: #"{"data":{"type":"t","id":"1","attributes":{"currencyCode":"EUR"}}}"#)
    let client = EnvironmentClient(environment, events: nil) { _ in transport }
    let item: Item = try await APIRequest(path: "x").response(on: client).resource()
    #expect(item == Item(id: "1", code: "EUR"))
    #expect(transport.requests.first?.headers["Accept"] == "application/vnd.api+json, */*;q=0.5")

    let moved = StubTransport(status: 302, json: "{}", headers: ["Location": "/y"])
    let error = await #expect(throws: APIError.self) {
      try await APIRequest(path: "x").response(
        on: EnvironmentClient(environment, events: nil) { _ in moved })
    }
    #expect(error?.shellError.status == ShellError(.limit, "").status)
    environment.maximumResponseSize = 5
    let small = EnvironmentClient(environment, events: nil) { _ in transport }
    let limit = await #expect(throws: APIError.self) {
      try await APIRequest(path: "x").response(on: small)
    }
    #expect(limit?.code == .limit)
  }

  @Test func `responses are cached for one environment`() async throws {
    let transport = StubTransport { request in
      request.headers["If-None-Match"] == nil
        ? HTTPResponse(status: 200, headers: ["ETag": "\"1\""]) : HTTPResponse(status: 304)
    }
    let (one, two) = (try Self.environment("one"), try Self.environment("two"))
    let client = EnvironmentClient(one, events: nil) { _ in transport }
    for environment in [one, one, two, one] {
      client.environment = environment
      #expect(try await APIRequest(path: "x").response(on: client).statusCode == 200)
    }
    #expect(transport.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", nil, nil])
  }

  @Test func `a lost service is reported once, and then fails fast`() async throws {
    let bus = EventBus()
    let recorder = EventRecorder(bus)
    let transport = StubTransport { _ in throw TransportError(.unconnected, reason: "refused") }
    let client = EnvironmentClient(try Self.environment("one"), events: bus, retries: .never) { _ in
      transport
    }
    for _ in 1...9 {
      let error = await #expect(throws: APIError.self) {
        try await APIRequest(path: "x").response(on: client)
      }
      #expect(error?.shellError.status == ShellError(.unconnected, "").status)
    }
    #expect(transport.requests.count == 5)
    #expect(recorder.events(of: Unconnected.self).count == 1)
    client.environment = try Self.environment("two")
    _ = try? await APIRequest(path: "x").response(on: client)
    #expect(transport.requests.count == 6)
  }

  @Test func `a trace builds only the lines that are wanted`() async throws {
    let lines = Mutex<[String]>([])
    let transport = StubTransport(json: "{}", headers: ["X-Any": "secret"])
    var parts = ClientParts(events: nil, transports: StubTransports { _ in transport })
    parts.tracer = RequestTracer(trace: { line in lines.withLock { $0.append(line()) } })
    let client = EnvironmentClient(try Self.environment("one"), sharing: parts)
    client.authorizer = Token()
    _ = try await APIRequest(path: "x").response(on: client)
    let trace = lines.withLock(\.self)
    #expect(trace.first == "> GET https://one.example/v-one/x")
    #expect(trace.contains("> Authorization: 8 bytes") && trace.contains("< X-Any: 6 bytes"))
  }

  @Test func `a request keeps the environment that it began with`() async throws {
    let (one, two) = (try Self.environment("one"), try Self.environment("two"))
    let stubs = ["one": StubTransport(json: "1"), "two": StubTransport(json: "2")]
    let fallback = StubTransport(status: 500, json: "{}")
    let client = EnvironmentClient(one, events: nil) { stubs[$0.name] ?? fallback }
    let (health, cache) = (client.health, client.cache)
    client.authorizer = Switching(client: client, environment: two)
    #expect(try await APIRequest(path: "x").response(on: client).resource() == 1)
    #expect(stubs["one"]?.requests.first?.url.host() == "one.example")
    #expect(client.health !== health && client.cache !== cache)
    #expect(try await APIRequest(path: "x").response(on: client).resource() == 2)
  }
}
