import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

/// A write is sent once, unless it did not reach the service, or the service allows repeating it.
@Suite struct SentOnceTests {
  private let clock = InstantClock()

  private func client(
    _ transport: StubTransport, honorsKeys: Bool = false
  ) throws -> StubClient {
    var client = try StubClient(transport)
    client.retries = retries(clock)
    client.honorsIdempotencyKeys = honorsKeys
    return client
  }

  private func request(_ method: HTTPMethod, headers: HTTPHeaders = [:]) -> APIRequest {
    var request = APIRequest(path: "x", method: method, body: .json("b"), headers: headers)
    request.idempotencyKey = "k-1"
    return request
  }

  @Test(
    arguments: HTTPMethod.allCases.filter(\.isWrite),
    [
      .fails(.cut), .fails(.late), .cuts(200), .answers(500), .answers(502), .answers(503),
      .answers(504), .answers(429), .fails(.unintelligible),
    ] as [Step])
  func `a service without idempotency keys gets a write once`(method: HTTPMethod, step: Step)
    async throws
  {
    let transport = scripted(step, .answers(200))
    let error = await failure {
      try await request(method).response(on: client(transport)).verify()
    }
    #expect(transport.requests.count == 1)
    #expect(error?.timesSent == 1)
    #expect(error?.description.contains("; sent once") == true)
    let isRefused = error?.status == 429
    #expect(error?.mayHaveBeenApplied == !isRefused)
    #expect(error?.description.hasSuffix("; it may have been applied") == !isRefused)
  }

  @Test(arguments: HTTPMethod.allCases.filter(\.isWrite))
  func `a write that did not reach the service is sent again`(method: HTTPMethod) async throws {
    let transport = scripted(.fails(.unconnected), .fails(.unconnected), .answers(200))
    let response = try await request(method).response(on: client(transport))
    #expect(response.statusCode == 200)
    #expect(transport.requests.count == 3)
    #expect(response.request.timesSent == 1)
  }

  @Test func `a write that never reached the service was not sent`() async throws {
    let transport = scripted(.fails(.unconnected))
    let error = await failure { _ = try await request(.post).response(on: client(transport)) }
    #expect(error?.timesSent == 0)
    #expect(error?.mayHaveBeenApplied == false)
    #expect(error?.description == "not connected: it is so (POST x)")
  }

  @Test func `after a lost try, the error says how often the write was sent`() async throws {
    let transport = scripted(.fails(.cut))
    let error = await failure {
      _ = try await request(.post).response(on: client(transport, honorsKeys: true))
    }
    #expect(
      error?.description
        == "not connected: it is so (POST x); sent 4 times; it may have been applied")
    // The last try does not count if not one byte of it was sent.
    let gone = scripted(.fails(.cut), .fails(.unconnected))
    let other = await failure {
      _ = try await request(.post).response(on: client(gone, honorsKeys: true))
    }
    #expect(other?.timesSent == 1 && other?.mayHaveBeenApplied == true)
  }

  @Test(
    arguments: [
      ([.answers(401), .fails(.cut), .answers(200)], 2), ([.answers(401), .answers(503)], 2),
      ([.answers(401), .answers(401)], 2),
      ([.fails(.unconnected), .answers(401), .answers(201)], 3),
    ] as [([Step], Int)])
  func `renewed credentials send a write once more`(steps: [Step], count: Int) async throws {
    struct Renewing: Authorizer {
      func authorize(_ request: inout APIRequest) async throws {}
      func recover(from response: APIResponse) async -> Bool { true }
    }
    let transport = scripted(steps)
    var client = try client(transport)
    client.authorizer = Renewing()
    let error = await failure { try await request(.post).response(on: client).verify() }
    #expect(transport.requests.count == count)
    #expect(error == nil || error?.timesSent == 2)
  }

  @Test(
    arguments: [
      (.put, "If-Match", "\"1\"", 2), (.delete, "If-Match", "\"1\"", 2),
      (.put, "If-None-Match", "*", 2), (.put, "If-Match", "*", 1), (.delete, "If-Match", " * ", 1),
      (.patch, "If-Match", "\"1\"", 1), (.post, "If-Match", "\"1\"", 1),
      (.delete, "If-None-Match", "*", 1), (.put, "If-Unmodified-Since", "x", 1),
    ] as [(HTTPMethod, String, String, Int)])
  func `a condition that is false after the first time allows a second try`(
    method: HTTPMethod, name: String, value: String, count: Int
  ) async throws {
    let transport = scripted(.fails(.cut), .answers(200))
    _ = try? await request(method, headers: [name: value]).response(on: client(transport))
    #expect(transport.requests.count == count)
  }

  @Test(
    arguments: [(HTTPMethod.put, 412), (.delete, 412), (.delete, 404), (.delete, 410)])
  func `a refusal after a second try may be the first one's effect`(
    method: HTTPMethod, status: Int
  ) async throws {
    let transport = scripted(.fails(.cut), .answers(status))
    let error = await failure {
      try await request(method, headers: ["If-Match": "\"1\""]).response(on: client(transport))
        .verify()
    }
    #expect(error?.code == .unconnected)
    #expect(error?.status == status)
    #expect(error?.mayHaveBeenApplied == true)
    #expect(error?.description.hasSuffix("; sent 2 times; it may have been applied") == true)
    let alone = await failure {
      try await request(method, headers: ["If-Match": "\"1\""])
        .response(on: client(scripted(.answers(status)))).verify()
    }
    #expect(alone?.code != .unconnected && alone?.mayHaveBeenApplied == false)
  }

  @Test func `a failed read says how often it was sent`() async throws {
    let error = await failure {
      try await APIRequest(path: "x").response(on: client(scripted(.answers(503)))).verify()
    }
    #expect(error?.description == "the service is unavailable (GET x, 503); sent 4 times")
  }

  @Test func `tries and waits share one limit`() async throws {
    let transport = StubTransport { [clock] request in
      clock.advance(by: min(.seconds(1), request.timeLimit ?? .seconds(100)))
      throw TransportError(.cut, reason: "late")
    }
    var client = try client(transport)
    client.retries.maximumTries = 100
    client.retries.firstWait = .milliseconds(800)
    client.retries.timeLimit = .seconds(3)
    let start = clock.now
    _ = await failure { [client] in _ = try await APIRequest(path: "x").response(on: client) }
    #expect(start.duration(to: clock.now) <= .seconds(3))
    let limits = transport.requests.map(\.timeLimit)
    // A second, a wait of 400 ms, a second; the next wait of 800 ms is too long.
    #expect(limits == [.milliseconds(3_000), .milliseconds(1_600)])
  }

  @Test(
    arguments: [
      ("text/html; charset=utf-8", "<title>Hotel</title>", false), ("text/plain", "OK", true),
      ("application/json", "{}", true), ("application/problem+json", "{}", true),
      ("text/html", "", true),
    ])
  func `a page of HTML does not confirm a write`(type: String, body: String, isFine: Bool)
    async throws
  {
    var request = APIRequest(path: "x", method: .delete)
    request.timesSent = 1
    let error = await failure {
      try answer(200, body, headers: ["Content-Type": type], to: request).verify()
    }
    guard !isFine else {
      #expect(error == nil)
      return
    }
    #expect(
      error?.description
        == "unexpected response: the response is not JSON but an HTML page, titled "
        + "'Hotel' (DELETE x, 200); sent once; it may have been applied")
    request.headers["Accept"] = "text/html"
    try answer(200, body, headers: ["Content-Type": type], to: request).verify()
    try answer(200, body, headers: ["Content-Type": type]).verify()
  }

  @Test(
    arguments: [
      ("text/plain", "OK", nil, true), ("text/plain", "OK", "text/*", false),
      ("text/plain", "OK", "*/*", false), ("text/plain", "", nil, false),
      ("application/json", "{}", nil, false), ("application/hal+json", "{}", nil, false),
      ("text/csv", "a", "application/json, text/csv;q=0.5", false),
      ("application/json", "{}", "text/csv", true),
    ] as [(String, String, String?, Bool)])
  func `the queue accepts only a response of the requested type`(
    type: String, body: String, accept: String?, isRefused: Bool
  ) {
    var request = APIRequest(path: "x", method: .post)
    if let accept { request.headers["Accept"] = accept }
    let response = answer(201, body, headers: ["Content-Type": type], to: request)
    #expect((response.refusal != nil) == isRefused)
    #expect(response.refusal?.mayHaveBeenApplied ?? true)
  }
}
