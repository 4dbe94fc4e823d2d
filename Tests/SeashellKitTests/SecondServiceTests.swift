import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

/// A module's client for another web service than the shell's.
@MainActor
@Suite struct SecondServiceTests {
  /// The credentials of the other service.
  private struct Key: Authorizer {
    func authorize(_ request: inout APIRequest) async throws { request.headers["X-Key"] = "rates" }
    func recover(from response: APIResponse) async throws -> Bool { false }
  }

  /// The credentials of the shell's session.
  private struct Session: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer session"
    }
    func recover(from response: APIResponse) async throws -> Bool { false }
  }

  private let transport = StubTransport { request in
    try HTTPResponse(json: ["rate": request.url.host() == "rates.test" ? 2 : 0])
  }

  private func rates(_ context: ModuleContext) throws -> any APIClient {
    context.client(
      for: try APIEnvironment("rates", "https://rates.test", version: "v2"), authorizer: Key())
  }

  @Test func `a second service is called beside the environment's`() async throws {
    struct Rate: Decodable {
      let rate: Int
    }
    let harness = try ShellHarness(transport)
    try harness.context.install(Session())
    let hook = harness.context.intercept(request: { $0.headers["X-Hook"] = "seen" })
    _ = await harness.run("set verbose on")
    let rate: Rate = try await APIRequest(path: "eur").response(on: rates(harness.context))
      .resource()
    #expect(rate.rate == 2)
    let sent = try #require(transport.requests.first)
    #expect(sent.url.absoluteString == "https://rates.test/v2/eur")
    #expect(sent.headers["X-Key"] == "rates")
    #expect(sent.headers["Authorization"] == nil && sent.headers["X-Hook"] == nil)
    #expect(!harness.trace.isEmpty)
    withExtendedLifetime(hook) {}
  }

  @Test func `a second service's requests are shown for curl too, without its key`() async throws {
    let harness = try ShellHarness(transport)
    _ = await harness.run("set trace curl")
    _ = try await APIRequest(path: "eur").response(on: rates(harness.context))
    #expect(harness.trace.count == 1)
    #expect(harness.trace.first?.hasPrefix("curl 'https://rates.test/v2/eur'") == true)
    #expect(harness.trace.allSatisfy { !$0.contains("X-Key: rates") })
  }

  @Test func `requests to a second service post no events of the environment`() async throws {
    let harness = try ShellHarness(transport)
    let recorder = EventRecorder(harness.bus)
    for client in [try rates(harness.context), harness.context.client] {
      #expect(recorder.names.isEmpty)
      try await APIRequest(path: "orders", method: .post).response(on: client).verify()
    }
    #expect(recorder.names == [DataInserted.name])
  }
}
