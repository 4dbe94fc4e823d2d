import SeashellHosting
import SeashellKit
import SeashellTesting
import ShellCommands
import Testing

/// An access token that the shell was started with for an API.
@MainActor
@Suite struct TokenAuthorizerTests {
  private let transport = StubTransport(json: "{}")

  private var fields: [String?] { transport.requests.map { $0.headers["Authorization"] } }

  @Test func `it goes to the environment with which the API begins, and to no other`()
    async throws
  {
    let two = try TwoAPIs(transport, isChosen: true, token: "t-1")
    for name in ["wh:live", "wh:qa", "shop:test", "wh:live"] {
      try two.apis.use(name)
      try await two.host(of: two.apis.current, transport)
    }
    #expect(fields == ["Bearer t-1", nil, nil, "Bearer t-1"])
  }

  @Test func `if none is known at the start, it goes to the one that is chosen first`()
    async throws
  {
    let two = try TwoAPIs(transport, token: "t-1")
    let live = try two.apis.environment("wh:live").environment
    #expect(try !two.wh.hasToken(for: live))
    for name in ["wh:qa", "wh:live", "wh:qa"] {
      try two.apis.use(name)
      try await two.host(of: two.wh, transport)
    }
    #expect(fields == ["Bearer t-1", nil, "Bearer t-1"])
    #expect(try !two.wh.hasToken(for: live))
  }

  @Test func `a job in another environment does not get it`() async throws {
    let two = try TwoAPIs(transport, isChosen: true, token: "t-1")
    try two.apis.use("wh:qa")
    let job = two.apis.targets()
    try two.apis.use("wh:live")
    try await RequestTargets.$bound.withValue(job) { _ = try await two.host(of: two.wh, transport) }
    try await two.host(of: two.wh, transport)
    #expect(fields == [nil, "Bearer t-1"])
  }

  @Test func `it is not sent to another path's environment on the same origin`() async throws {
    let harness = try ShellHarness(transport)
    let (one, two) = (
      try APIEnvironment("one", "https://wh.test/one").qualified(by: "wh"),
      try APIEnvironment("two", "https://wh.test/two").qualified(by: "wh")
    )
    let client = harness.context.client.client(for: one, of: "wh")
    client.authorizer = TokenAuthorizer("t-1", for: one, of: client)
    client.environment = two
    _ = try await APIRequest(path: "items").response(on: client)
    client.environment = one
    _ = try await APIRequest(path: "items").response(on: client)
    #expect(fields == [nil, "Bearer t-1"])
  }
}
