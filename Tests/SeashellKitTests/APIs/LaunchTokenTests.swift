import SeashellHosting
@testable import SeashellKit
@testable import SeashellTesting
import ShellCommands
import Testing

/// Sends the token that the shell was started with for an API.
private struct LaunchTokenAuthorizer: Authorizer {
  let client: EnvironmentClient
  let token: LaunchToken?

  func authorize(_ request: inout APIRequest) async throws {
    guard let token, let environment = client.environment(of: request), token.serves(environment)
    else { return }
    request.headers["Authorization"] = "Bearer \(token.token.text)"
  }

  func recover(from response: APIResponse) async throws -> Bool { false }
}

/// An access token that the shell was started with for an API.
@MainActor
@Suite struct LaunchTokenTests {
  private let transport = StubTransport(json: "{}")

  private static func two(_ transport: StubTransport, isChosen: Bool = false) throws -> TwoAPIs {
    let two = try TwoAPIs(transport, isChosen: isChosen, token: "t-1")
    try two.install(
      StubKeeper { LaunchTokenAuthorizer(client: $0.client, token: $0.context.takeToken()) })
    return two
  }

  private func serves(_ two: TwoAPIs, _ environment: APIEnvironment) throws -> Bool {
    try #require(try two.wh.client.authorizer as? LaunchTokenAuthorizer).token?.serves(environment)
      ?? false
  }

  private var fields: [String?] { transport.requests.map { $0.headers["Authorization"] } }

  @Test func `a start token is sent only to its API's first environment`()
    async throws
  {
    let two = try Self.two(transport, isChosen: true)
    for name in ["wh:live", "wh:qa", "shop:test", "wh:live"] {
      try two.apis.use(name)
      try await two.host(of: two.apis.current, transport)
    }
    #expect(fields == ["Bearer t-1", nil, nil, "Bearer t-1"])
  }

  @Test func `a start token is sent to the environment that is chosen first`()
    async throws
  {
    let two = try Self.two(transport)
    let live = try two.apis.environment("wh:live").environment
    #expect(try !serves(two, live))
    for name in ["wh:qa", "wh:live", "wh:qa"] {
      try two.apis.use(name)
      try await two.host(of: two.wh, transport)
    }
    #expect(fields == ["Bearer t-1", nil, "Bearer t-1"])
    #expect(try !serves(two, live))
  }

  @Test func `a job in another environment does not get the start token`() async throws {
    let two = try Self.two(transport, isChosen: true)
    try two.apis.use("wh:qa")
    let job = two.apis.requestTargets
    try two.apis.use("wh:live")
    try await RequestTargets.$bound.withValue(job) { _ = try await two.host(of: two.wh, transport) }
    try await two.host(of: two.wh, transport)
    #expect(fields == [nil, "Bearer t-1"])
  }

  @Test func `a start token is not sent to another path of its origin`() async throws {
    let harness = try ShellHarness(transport)
    let (one, two) = (
      try APIEnvironment("one", "https://wh.test/one").qualified(by: "wh"),
      try APIEnvironment("two", "https://wh.test/two").qualified(by: "wh")
    )
    let client = harness.context.client.client(for: one, of: "wh")
    client.authorizer = LaunchTokenAuthorizer(
      client: client, token: LaunchToken("TEST_TOKEN_WH", "t-1", for: one))
    client.environment = two
    _ = try await APIRequest(path: "items").response(on: client)
    client.environment = one
    _ = try await APIRequest(path: "items").response(on: client)
    #expect(fields == [nil, "Bearer t-1"])
  }
}
