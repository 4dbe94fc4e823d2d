import CoreEvents
import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

@Suite struct RetryTests {
  private let clock = InstantClock()

  private func client(
    _ transport: StubTransport, random: Double = 0, events: EventBus? = nil
  ) throws -> StubClient {
    var client = try StubClient(transport, events: events)
    client.retries = retries(clock, random: random)
    client.honorsIdempotencyKeys = true
    return client
  }

  @Test(
    arguments: [
      .fails(.unconnected), .fails(.cut), .cuts(200), .answers(429), .answers(502), .answers(503),
      .answers(504),
    ] as [Step])
  func `temporary failures are retried`(failure: Step) async throws {
    for method in [HTTPMethod.get, .head, .post] {
      let transport = scripted(failure, failure, .answers(200, [:], "well"))
      let request = APIRequest(path: "x", method: method, body: .json("b"))
      let response = try await request.response(on: client(transport))
      #expect(response.statusCode == 200)
      #expect(String(decoding: response.data, as: UTF8.self) == "well")
      #expect(transport.requests.count == 3)
      #expect(
        Set(transport.requests.map { $0.headers["Idempotency-Key"] }) == [request.idempotencyKey])
      #expect(transport.requests.allSatisfy { $0.body?.data == Data(#""b""#.utf8) })
    }
  }

  @Test(
    arguments: [
      .fails(.limit), .fails(.late), .fails(.unintelligible), .failsLastingly(.unconnected),
      .answers(400),
      .answers(404), .answers(409), .answers(422), .answers(500), .answers(501),
    ] as [Step])
  func `lasting failures are not retried`(failure: Step) async throws {
    let transport = scripted(failure)
    _ = try? await APIRequest(path: "x", method: .post).response(on: client(transport))
    #expect(transport.requests.count == 1)
    #expect(clock.sleeps.isEmpty)
  }

  @Test(arguments: [HTTPMethod.put, .patch, .delete])
  func `a write without a key is sent once, one with a key again`(method: HTTPMethod) async throws {
    let once = scripted(.fails(.cut))
    let error = await failure {
      _ = try await APIRequest(path: "x", method: method).response(on: client(once))
    }
    #expect(once.requests.count == 1)
    #expect(error?.mayHaveBeenApplied == true)
    let again = scripted(.fails(.cut), .answers(200))
    var request = APIRequest(path: "x", method: method)
    request.idempotencyKey = "k-1"
    #expect(try await request.response(on: client(again)).statusCode == 200)
    #expect(again.requests.map { $0.headers["Idempotency-Key"] } == ["k-1", "k-1"])
  }

  @Test func `a request can opt out of retries`() async throws {
    let transport = scripted(.fails(.unconnected))
    var request = APIRequest(path: "x")
    request.retry = false
    let error = await failure { [request] in _ = try await request.response(on: client(transport)) }
    #expect(error?.code == .unconnected)
    #expect(transport.requests.count == 1)
  }

  @Test(
    arguments: [
      (0.0, [100, 200, 400]), (0.5, [150, 300, 600]), (1.0, [200, 400, 800]), (7, [200, 400, 800]),
    ] as [(Double, [Int])])
  func `retry waits double, half of each at random, and end after four tries`(
    random: Double, waits: [Int]
  ) async throws {
    let transport = scripted(.fails(.unconnected))
    let error = await failure {
      _ = try await APIRequest(path: "x").response(on: client(transport, random: random))
    }
    #expect(error?.detail == "it is so")
    #expect(transport.requests.count == 4)
    #expect(clock.sleeps == waits.map { .milliseconds($0) })
  }

  @Test func `each retry wait and their total are limited`() async throws {
    var settings = retries(clock, random: 1)
    settings.maximumTries = 1000
    settings.firstWait = .seconds(1)
    settings.maximumDuration = .seconds(1000)
    var client = try StubClient(scripted(.answers(503)))
    client.retries = settings
    _ = try await APIRequest(path: "x").response(on: client)
    #expect(clock.sleeps == [1, 2, 4, 8, 10].map { .seconds($0) })
  }

  @Test func `the duration of slow tries is limited too`() async throws {
    let transport = StubTransport { [clock] _ in
      clock.advance(by: .seconds(50))
      throw TransportError(.unconnected, reason: "timed out")
    }
    _ = await failure { _ = try await APIRequest(path: "x").response(on: client(transport)) }
    #expect(transport.requests.count == 2)
  }

  @Test func `a retry waits as long as the server asks`() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let transport = scripted(
      .answers(503, ["Retry-After": "7"]),
      .answers(429, ["Retry-After": "Sun, 06 Nov 1994 08:49:40 GMT", "Date": date]),
      .answers(503, ["Retry-After": "soon"]), .answers(200))
    #expect(try await APIRequest(path: "x").response(on: client(transport)).statusCode == 200)
    #expect(clock.sleeps == [.seconds(7), .seconds(3), .milliseconds(400)])
  }

  @Test(arguments: [429, 503])
  func `a Retry-After beyond the limits ends the request, which says how long`(status: Int)
    async throws
  {
    let transport = scripted(.answers(status, ["Retry-After": "61"]))
    let response = try await APIRequest(path: "x").response(on: client(transport))
    let error = #expect(throws: APIError.self) { try response.verify() }
    #expect(error?.retryAfter == .seconds(61))
    #expect(error?.description.contains("(61 seconds)") == true)
    #expect(error?.recoverySuggestion == "try again in 61 seconds")
    #expect(transport.requests.count == 1)
  }

  @Test func `a cancelled retry wait ends at once`() async throws {
    struct Endless: Clock {
      let record = Record<String>()
      var now: ContinuousClock.Instant { ContinuousClock().now }
      var minimumResolution: Duration { .nanoseconds(1) }
      func sleep(until: ContinuousClock.Instant, tolerance: Duration?) async throws {
        record.add("sleeps")
        withUnsafeCurrentTask { $0?.cancel() }
        try await ContinuousClock().sleep(for: .seconds(3600))
      }
    }
    let transport = scripted(.fails(.unconnected))
    let clock = Endless()
    var client = try StubClient(transport)
    client.retries = retries(clock)
    let task = Task { [client] in _ = try await APIRequest(path: "x").response(on: client) }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.record.elements == ["sleeps"])
    #expect(transport.requests.count == 1)
  }

  @Test(
    arguments: [
      ([.fails(.cut), .fails(.unconnected)], true), ([.fails(.unconnected)], false),
      ([.cuts(201), .answers(503)], true), ([.answers(504), .answers(503)], true),
      ([.fails(.cut), .answers(422)], false), ([.fails(.cut), .answers(401)], true),
      ([.answers(503)], true), ([.answers(429)], false),
    ] as [([Step], Bool)])
  func `a write stays in doubt through its tries`(steps: [Step], mayBeApplied: Bool)
    async throws
  {
    let request = APIRequest(path: "x", method: .post)
    let error = await failure {
      try await request.response(on: client(scripted(steps))).verify()
    }
    #expect(error?.mayHaveBeenApplied == mayBeApplied)
  }

  @Test func `a write that is still in flight at the server is tried again`() async throws {
    let transport = scripted(.fails(.cut), .answers(409), .answers(201))
    let request = APIRequest(path: "x", method: .post)
    #expect(try await request.response(on: client(transport)).statusCode == 201)
  }

  @Test(
    arguments: [
      ([.cuts(201), .answers(201)], ["api.data.inserted"]),
      ([.fails(.cut), .answers(201)], ["api.data.inserted"]),
      ([.cuts(201), .answers(503)], ["api.data.inserted"]),
      ([.cuts(201)], ["api.data.inserted", "api.unconnected"]),
      ([.fails(.unconnected), .answers(404)], []),
    ] as [([Step], [String])])
  func `a change is announced once, however many tries it took`(steps: [Step], posted: [String])
    async throws
  {
    let bus = EventBus { _, _ in }
    let record = Record<String>()
    let subscription = bus.subscribeAll { record.add($0.eventName) }
    defer { withExtendedLifetime(subscription) {} }
    let request = APIRequest(path: "x", method: .post)
    _ = try? await request.response(on: client(scripted(steps), events: bus))
    #expect(record.elements == posted)
  }

  @Test func `without a network, nothing is retried, refused or stored`() async throws {
    struct Local: Transport {
      let stub: StubTransport
      var crossesNetwork: Bool { false }
      func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await stub.send(request)
      }
    }
    let stub = StubTransport(status: 503, headers: ["ETag": "\"1\""])
    var client = try client(stub)
    client.transport = Local(stub: stub)
    client.health = CircuitBreaker(clock: clock)
    client.cache = ResponseCache()
    for _ in 1...9 {
      #expect(try await APIRequest(path: "x").response(on: client).statusCode == 503)
    }
    #expect(stub.requests.count == 9)
    #expect(clock.sleeps.isEmpty)
  }

  @Test func `a recovered 401 costs no try`() async throws {
    struct Renewing: Authorizer {
      func authorize(_ request: inout APIRequest) async throws {}
      func recover(from response: APIResponse) async -> Bool { true }
    }
    let transport = scripted(
      .answers(401), .fails(.unconnected), .fails(.unconnected), .fails(.unconnected),
      .answers(200))
    var client = try client(transport)
    client.authorizer = Renewing()
    #expect(try await APIRequest(path: "x").response(on: client).statusCode == 200)
  }
}
