import FoundationEssentials
import SeashellHosting
@testable import SeashellTesting
import ShellCommands
import Testing

@testable import SeashellKit

/// Several APIs in one shell: the current one, and the targets of their requests.
@MainActor
@Suite struct APIRegistryTests {
  private let transport = StubTransport(json: "{}")

  @Test func `each API has its own environment, and choosing one makes its API current`()
    async throws
  {
    let two = try TwoAPIs(transport)
    #expect(two.apis.names == ["shop", "wh"])
    #expect(two.apis.current === two.shop)
    try two.apis.use("wh:qa")
    #expect(two.apis.current.name == "wh")
    #expect(try await two.host(of: two.wh, transport) == "qa.wh.test")
    #expect(try await two.host(of: two.shop, transport) == "localhost")
    try two.apis.use("live")
    #expect(try two.wh.client.environment.name == "wh:live")
    #expect(two.shop.client.environment.name == "test")
    try two.apis.use("shop:test")
    #expect(two.apis.current === two.shop)
    #expect(try two.wh.client.environment.name == "wh:live")
  }

  @Test(arguments: ["wh:test", "wh:dev", "wh:", "live", "qa", "nosuch:live"])
  func `an environment that the API does not have is an error, and nothing is changed`(
    name: String
  ) throws {
    let two = try TwoAPIs(transport)
    let before = try two.wh.client.environment
    let error = try #require(throws: ShellError.self) { try two.apis.use(name) }
    #expect(error.status == .notFound)
    if name == "wh:dev" { #expect(error.hint == "choose one of wh:live, wh:qa") }
    #expect(two.apis.current === two.shop)
    #expect(try two.wh.client.environment == before)
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    ("wh:qa", "test", "shop test"), ("wh:qa", "live", "wh wh:live"), ("wh:qa", "shop", "shop test"),
    ("wh:qa", "wh", "wh wh:qa"), ("shop:test", "shop", "shop test"),
  ])
  func `a name is of the current API, else of the shell's own, else that of an API`(
    current: String, name: String, found: String
  ) throws {
    let two = try TwoAPIs(transport)
    try two.apis.use(current)
    try two.apis.use(name)
    let api = two.apis.current
    #expect("\(api.name) \(api.client.environment.name)" == found)
  }

  @Test(
    arguments: [
      ("shop:test", "wh", 2, "choose one: -e wh:qa, or 'env use wh:qa'"),
      ("shop:test", "live", 3, "did you mean 'wh:live'?"),
      ("wh:qa", "nosuch", 3, "choose one of test, wh:live, wh:qa"),
    ] as [(String, String, Int32, String)])
  func `a name that chooses nothing is an error that says what does`(
    current: String, name: String, status: Int32, hint: String
  ) throws {
    let two = try TwoAPIs(transport)
    try two.apis.use(current == "wh:qa" ? current : "test")
    let error = try #require(throws: ShellError.self) { try two.apis.use(name) }
    #expect(error.status.rawValue == status)
    #expect(error.hint == hint)
  }

  @Test func `the only environment of an API is chosen by the API's name`() throws {
    let two = try TwoAPIs(transport, environments: ["local"], isChosen: true)
    try two.apis.use("wh")
    #expect(two.apis.current.client.environment.name == "wh:local")
  }

  @Test func `an environment is named so that it can be chosen`() throws {
    let two = try TwoAPIs(transport, environments: ["test", "qa"], isChosen: true)
    func names() -> [String] {
      two.apis.all.flatMap { api in
        api.environments.all.map { two.apis.choosableName(of: $0, in: api) }
      }
    }
    #expect(names() == ["test", "wh:qa", "wh:test"])
    try two.apis.use("wh")
    #expect(names() == ["shop:test", "wh:qa", "wh:test"])
    for name in names() { try two.apis.use(name) }
  }

  @Test func `an API with several environments needs a choice, made per job`() throws {
    let two = try TwoAPIs(transport)
    _ = two.apis.all
    let early = two.apis.requestTargets
    func needsChoice() {
      let error = #expect(throws: ShellError.self) { _ = try two.apis.ready("wh") }
      #expect(error?.status == .usage)
      #expect(error?.message.contains("wh:qa, wh:live") == true)
    }
    needsChoice()
    RequestTargets.$bound.withValue(early, operation: needsChoice)
    try two.apis.use("wh:qa")
    #expect(try two.apis.ready("wh").client.environment.name == "wh:qa")
    // The job began before the choice, and must not use the first environment.
    RequestTargets.$bound.withValue(early, operation: needsChoice)
    try RequestTargets.$bound.withValue(early) {
      try two.apis.use("wh:live")
      #expect(try two.apis.ready("wh").client.environment.name == "wh:live")
    }
    #expect(try two.wh.client.environment.name == "wh:qa")
  }

  @Test func `a job keeps its environments, and its choice affects no other job`() async throws {
    let two = try TwoAPIs(transport)
    try two.apis.use("wh:qa")
    let job = two.apis.requestTargets
    let recorder = EventRecorder(two.harness.bus)
    try two.apis.use("wh:live")
    #expect(recorder.names == [EnvironmentChanged.name, DataInvalidated.name])
    try await RequestTargets.$bound.withValue(job) {
      #expect(try await two.host(of: two.wh, transport) == "qa.wh.test")
      try two.apis.use("shop:test")
      #expect(two.apis.current === two.shop)
    }
    #expect(recorder.names.count == 2)
    #expect(two.apis.current.name == "wh")
    #expect(try await two.host(of: two.wh, transport) == "live.wh.test")
  }

  @Test func `a client of another service keeps its address in a job`() async throws {
    let two = try TwoAPIs(transport)
    let service = two.shop.context.client(
      for: try APIEnvironment("rates", "https://rates.test"), authorizer: nil)
    try await RequestTargets.$bound.withValue(two.apis.requestTargets) {
      _ = try await APIRequest(path: "eur").response(on: service)
    }
    #expect(transport.requests.map { $0.url.host() } == ["rates.test"])
  }

  @Test func `each environment has its own breaker, answers and event ids`() throws {
    let two = try TwoAPIs(transport)
    try two.apis.use("wh:qa")
    let (shop, qa) = (two.shop.client.connection, try two.wh.client.connection)
    let job = two.apis.requestTargets
    try two.apis.use("wh:live")
    let live = try two.wh.client.connection
    #expect(shop !== qa && qa !== live)
    for (one, other) in [(shop, qa), (qa, live), (shop, live)] {
      #expect(one.health !== other.health)
      #expect(one.cache !== other.cache)
      #expect(one.announced !== other.announced)
    }
    #expect(live.health.lose() == true)
    #expect(!shop.health.isLost && !qa.health.isLost)
    let wh = try two.wh
    RequestTargets.$bound.withValue(job) {
      #expect(wh.client.connection === qa)
      #expect(wh.client.health?.isLost == false)
    }
  }

  @Test func `an API's events name it, and its data is owned under its name`() async throws {
    let two = try TwoAPIs(transport)
    try two.apis.use("wh:qa")
    let recorder = EventRecorder(two.harness.bus)
    try await APIRequest(path: "products", method: .post).response(on: two.wh.client).verify()
    try await APIRequest(path: "products", method: .post).response(on: two.shop.client).verify()
    #expect(
      recorder.events(of: DataInserted.self).map(\.environment) == [
        EnvironmentID(api: "wh", name: "qa"), EnvironmentID(api: "shop", name: "test"),
      ])
    // The keys of the shell's own API must stay as they were before other APIs existed.
    #expect(await two.shop.context.offline.owner()?.environment == "test")
    #expect(try await two.wh.context.offline.owner()?.environment == "wh:qa")
  }

  @Test func `a sign-in to one API does not count for another`() throws {
    let two = try TwoAPIs(transport)
    try two.apis.use("wh:qa")
    let users = [two.shop.context.user, try two.wh.context.user]
    let nobody = StubUserSource { nil }
    for user in users { user.install(nobody) }
    two.harness.bus.post(SignedIn(user: "ann", environment: .test))
    #expect(users.map { $0.current?.name } == ["ann", nil])
    let qa = EnvironmentID(api: "wh", name: "qa")
    two.harness.bus.post(SignedIn(user: "bob", environment: qa))
    #expect(users.map { $0.current?.name } == ["ann", "bob"])
    // The user has the environment's name, which has a prefix only in another API than the shell's own.
    #expect(users.map { $0.current?.environment } == ["test", "wh:qa"])
    two.harness.bus.post(SignedOut(user: "bob", environment: qa))
    #expect(users.map { $0.current?.name } == ["ann", nil])
  }

  @Test func `a keeper that is removed knows no user of any API, and takes no other's place`()
    async throws
  {
    let two = try TwoAPIs(transport)
    let keeper = StubKeeper { _ in NoAuthorizer() }
    try two.install(keeper)
    let (wh, shop) = (try two.wh, two.shop)
    // Its own module authorizes it from now on, and another one knows its user.
    try wh.context.install(NoAuthorizer())
    #expect(wh.context.user.hasSource && shop.context.user.hasSource)
    two.apis.removeKeeper()
    #expect(!wh.context.user.hasSource && !shop.context.user.hasSource)
    #expect(wh.client.authorizer != nil && shop.client.authorizer == nil)
    let other = StubUserSource { nil }
    try two.apis.install(keeper)
    wh.context.user.install(other)
    two.apis.removeKeeper()
    #expect(wh.context.user.hasSource && !shop.context.user.hasSource)
  }
}
