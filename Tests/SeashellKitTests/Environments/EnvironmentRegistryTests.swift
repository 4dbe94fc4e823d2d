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

  @Test func `switching moves the client, and then invalidates all data`() throws {
    try registry.use("live")
    #expect(recorder.names == ["environment.changed", "api.data.invalidated"])
    #expect(
      recorder.events(of: EnvironmentChanged.self)
        == [EnvironmentChanged(environment: "live", previous: "qa")])
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
  func `an unknown name is refused with the nearest one, or with all`(
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
  func `a name that cannot stand in a prompt or a path is refused`(name: String) throws {
    let error = try #require(throws: ShellError.self) { try APIEnvironment(name, "https://a") }
    #expect(error.status == .usage)
    #expect(error.message == "'\(name)' is not a valid environment name")
  }

  @Test func `an address that is none is refused by the environment's name`() throws {
    let error = try #require(throws: ShellError.self) {
      try APIEnvironment("live", "orders.example.com")
    }
    #expect(
      error.message
        == "the address of the environment 'live' must be a URL such as 'https://api.example.com'")
  }

  @Test func `without verification a production environment cannot be chosen`() throws {
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
