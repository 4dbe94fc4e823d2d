import CoreEvents
import FoundationEssentials
@testable import SeashellTesting
import Synchronization
import Testing
import WebMessages

@testable import WebAPI

@Suite struct ServiceHealthTests {
  private let clock = InstantClock()

  /// A service that can be up or down, with clients that call it.
  private final class Bench {
    let record = Record<String>()
    let subscription: Subscription
    let transport: StubTransport
    var client: StubClient

    init(_ clock: InstantClock, failing step: Step = .fails(.unconnected)) throws {
      let bus = EventBus { _, _ in }
      let steps = scripted(step)
      let there = Switch()
      self.there = there
      transport = StubTransport { request in
        if there.isOn { return HTTPResponse(status: 200) }
        return try await steps.send(request)
      }
      subscription = bus.subscribeAll { [record] in record.add($0.eventName) }
      client = try StubClient(transport, events: bus)
      client.health = CircuitBreaker(clock: clock)
      client.retries = .never
    }

    let there: Switch

    /// Sends one request.
    ///
    /// - Returns: the error's detail, if the request failed.
    func ask() async -> String? {
      let error = await failure { [client] in
        try await APIRequest(path: "x").response(on: client).verify()
      }
      return error.map { $0.detail ?? "\($0.status ?? 0)" }
    }
  }

  private final class Switch: Sendable {
    private let state = Mutex(false)
    var isOn: Bool {
      get { state.withLock(\.self) }
      set { state.withLock { $0 = newValue } }
    }
  }

  @Test func `losing a service posts one event, and its return another`() async throws {
    let bench = try Bench(clock)
    for _ in 1...3 { #expect(await bench.ask() == "it is so") }
    #expect(bench.record.elements == ["api.unconnected"])
    bench.there.isOn = true
    for _ in 1...3 { #expect(await bench.ask() == nil) }
    #expect(bench.record.elements == ["api.unconnected", "api.reconnected"])
    bench.there.isOn = false
    _ = await bench.ask()
    #expect(bench.record.elements.count == 3)
  }

  @Test(
    arguments: [.fails(.unconnected), .fails(.cut), .answers(502), .answers(503), .answers(504)]
      as [Step])
  func `five failures in a row open the breaker, and then nothing is sent`(failure: Step)
    async throws
  {
    let bench = try Bench(clock, failing: failure)
    for _ in 1...5 { _ = await bench.ask() }
    #expect(
      await bench.ask()
        == "it has not responded lately; the next try is possible in 1 second")
    #expect(bench.transport.requests.count == 5)
    #expect(bench.record.elements == ["api.unconnected"])
  }

  @Test func `an answer in between restarts the breaker's count`() async throws {
    let bench = try Bench(clock)
    for _ in 1...3 {
      for _ in 1...4 { _ = await bench.ask() }
      bench.there.isOn = true
      #expect(await bench.ask() == nil)
      bench.there.isOn = false
    }
    #expect(bench.transport.requests.count == 15)
  }

  @Test func `failures that are far apart do not open the breaker`() async throws {
    let bench = try Bench(clock)
    for _ in 1...20 {
      #expect(await bench.ask() == "it is so")
      clock.advance(by: .seconds(3))
    }
  }

  @Test func `a single request probes the service, and closes the breaker`() async throws {
    let health = CircuitBreaker(clock: clock)
    for _ in 1...5 { open(health) }
    #expect(health.begin(isRepeated: false) == .refused(.seconds(1)))
    clock.advance(by: .seconds(1))
    guard case .go(let probe) = health.begin(isRepeated: false) else {
      Issue.record("nothing was let through")
      return
    }
    #expect(health.begin(isRepeated: false) == .refused(nil))
    health.end(probe, .reached)
    for _ in 1...2 {
      guard case .go = health.begin(isRepeated: false) else {
        Issue.record("it is still open")
        return
      }
    }
  }

  @Test func `a probe without a result makes room for another`() async throws {
    let health = CircuitBreaker(clock: clock)
    for _ in 1...5 { open(health) }
    clock.advance(by: .seconds(1))
    guard case .go(let probe) = health.begin(isRepeated: false) else {
      Issue.record("nothing was let through")
      return
    }
    health.end(probe, .unknown)
    guard case .go = health.begin(isRepeated: false) else {
      Issue.record("nothing was let through")
      return
    }
  }

  @Test(arguments: [(true, 1), (false, 2)])
  func `only a refused new request makes the breaker's next pause longer`(
    isRepeated: Bool, seconds: Int
  ) {
    let health = CircuitBreaker(clock: clock)
    for _ in 1...5 { open(health) }
    #expect(health.begin(isRepeated: isRepeated) == .refused(.seconds(1)))
    clock.advance(by: .seconds(1))
    open(health)
    #expect(health.begin(isRepeated: true) == .refused(.seconds(seconds)))
  }

  @Test func `a client that keeps trying waits longer and longer`() async throws {
    let bench = try Bench(clock)
    for _ in 1...5 { _ = await bench.ask() }
    for seconds in [1, 2, 4, 8, 10, 10] {
      let words = seconds == 1 ? "1 second" : "\(seconds) seconds"
      #expect(
        await bench.ask()
          == "it has not responded lately; the next try is possible in \(words)")
      clock.advance(by: .seconds(seconds))
      #expect(await bench.ask() == "it is so")
    }
  }

  @Test func `a user who tries now and then is never kept waiting`() async throws {
    let bench = try Bench(clock)
    bench.client.retries = retries(clock)
    for _ in 1...10 {
      #expect(await bench.ask() == "it is so")
      clock.advance(by: .milliseconds(1_100))
    }
    bench.there.isOn = true
    #expect(await bench.ask() == nil)
    #expect(bench.record.elements == ["api.unconnected", "api.reconnected"])
  }

  @Test func `a request whose tries open the breaker ends with its own error`() async throws {
    let bench = try Bench(clock)
    bench.client.retries = retries(clock)
    #expect(await bench.ask() == "it is so")
    #expect(await bench.ask() == "it is so")
    #expect(bench.transport.requests.count == 5)
  }

  @Test func `a service that comes back within a request's tries posts no event`() async throws {
    let bus = EventBus { _, _ in }
    let record = Record<String>()
    let subscription = bus.subscribeAll { record.add($0.eventName) }
    defer { withExtendedLifetime(subscription) {} }
    var client = try StubClient(
      scripted(.fails(.cut), .fails(.unconnected), .answers(200)), events: bus)
    client.health = CircuitBreaker(clock: clock)
    client.retries = retries(clock)
    _ = try await APIRequest(path: "x").response(on: client)
    #expect(record.elements.isEmpty)
  }

  @Test func `a probe may renew its credentials`() async throws {
    struct Renewing: Authorizer {
      let client: StubClient
      func authorize(_ request: inout APIRequest) async throws {}
      func recover(from response: APIResponse) async -> Bool {
        var request = APIRequest(path: "session/refresh", method: .post)
        request.authorizes = false
        return (try? await request.response(on: client).statusCode) == 200
      }
    }
    let asked = Counter()
    let transport = StubTransport { request in
      let isRefresh = request.url.path().hasSuffix("refresh")
      return HTTPResponse(status: isRefresh || asked.next() > 0 ? 200 : 401)
    }
    let health = CircuitBreaker(clock: clock)
    for _ in 1...5 { open(health) }
    clock.advance(by: .seconds(1))
    var client = try StubClient(transport)
    client.health = health
    client.authorizer = Renewing(client: client)
    #expect(try await APIRequest(path: "x").response(on: client).statusCode == 200)
    #expect(transport.requests.count == 3)
  }

  @Test func `a lasting failure is posted each time, and does not open the breaker`() async throws {
    let bench = try Bench(clock, failing: .failsLastingly(.unconnected))
    for _ in 1...9 { #expect(await bench.ask() == "it stays so") }
    #expect(bench.transport.requests.count == 9)
  }

  @Test func `a service that is too slow is lost once, and requests continue`() async throws {
    let bench = try Bench(clock, failing: .fails(.late))
    bench.client.retries = retries(clock)
    for _ in 1...9 { #expect(await bench.ask() == "it is so") }
    #expect(bench.transport.requests.count == 9)
    #expect(bench.record.elements == ["api.unconnected"])
  }

  @Test(arguments: [[.answers(504)], [.fails(.unconnected), .answers(504)]] as [[Step]])
  func `a write stays in doubt if its next try is refused`(steps: [Step]) async throws {
    struct Opening: Clock {
      let health: CircuitBreaker
      let sleeps: Int
      let slept = Counter()
      var now: ContinuousClock.Instant { ContinuousClock().now }
      var minimumResolution: Duration { .nanoseconds(1) }
      func sleep(until: ContinuousClock.Instant, tolerance: Duration?) async throws {
        guard slept.next() == sleeps - 1 else { return }
        for _ in 1...5 {
          if case .go(let number) = health.begin(isRepeated: true) { health.end(number, .lost) }
        }
      }
    }
    let health = CircuitBreaker(clock: clock)
    var client = try StubClient(scripted(steps))
    client.health = health
    client.honorsIdempotencyKeys = true
    client.retries = retries(Opening(health: health, sleeps: steps.count))
    let error = await failure { [client] in
      _ = try await APIRequest(path: "x", method: .post).response(on: client)
    }
    #expect(error?.code == .unconnected)
    #expect(error?.mayHaveBeenApplied == true)
    // A refused retry does not lengthen the pause, since no new request was made.
    clock.advance(by: .seconds(1))
    open(health)
    #expect(health.begin(isRepeated: true) == .refused(.seconds(1)))
  }

  @Test func `a circuit breaker ignores other services`() async throws {
    let bench = try Bench(clock)
    for _ in 1...6 {
      let request = APIRequest(url: try url("https://other.test/x"))
      _ = await failure { [client = bench.client] in _ = try await request.response(on: client) }
    }
    #expect(bench.transport.requests.count == 6)
    #expect(bench.record.elements.isEmpty)
    // A redirect that leads nowhere does not mean that the service which redirects is lost.
    let away = StubTransport { request in
      guard request.url.host() == "shop.test" else {
        throw TransportError(.unconnected, reason: "gone")
      }
      return HTTPResponse(status: 302, headers: ["Location": "https://other.test/x"])
    }
    bench.client.transport = away
    for _ in 1...6 { #expect(await bench.ask() == "gone") }
    #expect(away.requests.count == 12)
    #expect(bench.record.elements.isEmpty)
  }

  private func open(_ health: CircuitBreaker) {
    guard case .go(let number) = health.begin(isRepeated: false) else { return }
    health.end(number, .lost)
  }
}
