import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@MainActor
@Suite struct EnvironmentRegistryTests {
  private let bus = EventBus()
  private let client: EnvironmentClient
  private let registry: EnvironmentRegistry
  private let recorder: EventRecorder

  init() throws {
    let all = try ["qa", "live", "embedded"].map(EnvironmentClientTests.environment)
    client = EnvironmentClient(all[0], events: bus) { _ in StubTransport(json: "{}") }
    registry = EnvironmentRegistry(all, client: client)
    recorder = EventRecorder(bus)
  }

  @Test func `environments are listed by name`() {
    #expect(registry.all.map(\.name) == ["embedded", "live", "qa"])
    #expect(registry.current.name == "qa")
  }

  @Test func `switching the environment moves the client and invalidates data`() throws {
    try registry.use("live")
    #expect(recorder.names == ["environment.changed", "api.data.invalidated"])
    #expect(
      recorder.events(of: EnvironmentChanged.self)
        == [
          EnvironmentChanged(
            environment: EnvironmentID(api: "shop", name: "live"),
            previous: EnvironmentID(api: "shop", name: "qa"))
        ])
    #expect(
      try recorder.events(of: EnvironmentChanged.self).first?.content()
        == ["environment": "shop:live", "previous": "shop:qa"])
    #expect(client.environment.name == "live")
    #expect(registry.current.name == "live")
    #expect(
      recorder.events(of: DataInvalidated.self) == [
        DataInvalidated(environment: EnvironmentID(api: "shop", name: "live"))
      ])
  }

  @Test func `switching to the current environment changes nothing`() throws {
    try registry.use("qa")
    #expect(recorder.events.isEmpty)
  }

  @Test(arguments: [
    ("lvie", "did you mean 'live'?"),
    ("production", "choose one of embedded, live, qa"),
  ])
  func `switching to an unknown environment is refused with a suggestion`(
    name: String, hint: String
  ) throws {
    let error = try #require(throws: ShellError.self) { try registry.use(name) }
    #expect(error.message == "no environment is called '\(name)'")
    #expect(error.hint == hint)
    #expect(error.status == .notFound)
    #expect(registry.current.name == "qa")
    #expect(recorder.events.isEmpty)
  }

  @Test(arguments: ["", "../we/ird", "-x", ".x", "a b", "ü", String(repeating: "a", count: 65)])
  func `an environment's name must suit prompts and paths`(name: String) throws {
    let error = try #require(throws: ShellError.self) { try APIEnvironment(name, "https://a") }
    #expect(error.status == .usage)
    #expect(error.message == "'\(name)' is not a valid environment name")
  }

  @Test func `an invalid address is refused with the environment's name`() throws {
    let error = try #require(throws: ShellError.self) {
      try APIEnvironment("live", "orders.example.com")
    }
    #expect(
      error.message
        == "the address of the environment 'live' must be a URL such as 'https://api.example.com'")
  }

  @Test func `--insecure refuses to switch to a production environment`() throws {
    let all = [
      try EnvironmentClientTests.environment("qa"),
      try APIEnvironment("live", "https://live.example", isProduction: true),
    ]
    let registry = EnvironmentRegistry(all, client: client, isInsecure: true)
    let error = try #require(throws: ShellError.self) { try registry.use("live") }
    #expect(error.status == .usage)
    #expect(registry.current.name == "qa")
    #expect(recorder.events.isEmpty)
    try EnvironmentRegistry(all, client: client).use("live")
    #expect(registry.current.name == "live")
  }
}
