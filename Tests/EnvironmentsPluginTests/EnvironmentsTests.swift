import EnvironmentsPlugin
import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@MainActor
@Suite struct EnvironmentsTests {
  private let bus = EventBus()
  private let transport = StubTransport(json: "{}")
  private let harness: ShellHarness
  private let client: EnvironmentClient

  init() throws {
    harness = try ShellHarness(transport)
    let all = [
      try APIEnvironment.embedded(version: "v1"),
      try Self.other(),
    ]
    let client = EnvironmentClient(all[0], events: harness.bus) { [transport] _ in transport }
    self.client = client
    let context = ModuleContext(
      like: harness.context, for: EnvironmentRegistry(all, client: client))
    try harness.load(EnvironmentsModule(context))
  }

  /// An environment in which no setting has its default.
  private static func other() throws -> APIEnvironment {
    var environment = try APIEnvironment("qa", "https://qa.example/api", isProduction: true)
    environment.format = .jsonapi
    environment.keys = .camel
    environment.transport.connectTimeout = .milliseconds(2_500)
    environment.transport.totalTimeout = .milliseconds(1)
    environment.transport.certificateAuthorities = "/ca.pem"
    environment.transport.verifiesServer = false
    environment.maximumResponseSize = 4_096
    environment.maximumRedirects = 0
    return environment
  }

  @Test(arguments: [
    (
      "env list",
      "embedded\tembedded\tv1\tplain\tsnake\tfalse\ttrue\n"
        + "qa\thttps://qa.example/api\t\tjsonapi\tcamel\ttrue\tfalse\n"
    ),
    (
      "env show",
      "embedded\tembedded\tv1\tplain\tsnake\tfalse\ttrue"
        + "\t10\t30\t30\t300\t65536\t\t5\t\ttrue\tfalse\t3\t\t\t\t\t\n"
    ),
    (
      "env show qa -o json",
      #"{"name":"qa","base_url":"https://qa.example/api","version":null,"format":"jsonapi","#
        + #""keys":"camel","production":true,"current":false,"connect_timeout":2.5,"#
        + #""first_byte_timeout":30,"stall_timeout":30,"whole_timeout":0.001,"#
        + #""header_limit":65536,"body_limit":4096,"redirects":0,"#
        + #""certificate_authorities":"/ca.pem","verified":false,"#
        + #""idempotency_keys":false,"retries":3,"#
        + #""headers":null,"query":null,"auth":null,"client_certificate":null,"events":null}"#
        + "\n"
    ),
  ])
  func `environments are listed and shown`(line: String, output: String) async {
    #expect(await harness.run(line) == (0, output, ""))
    #expect(transport.requests.isEmpty)
  }

  @Test func `env use redirects requests, and invalidates all data`() async throws {
    let recorder = EventRecorder(harness.bus)
    #expect(
      await harness.run("env use qa; env list")
        == (
          0,
          "embedded\tembedded\tv1\tplain\tsnake\tfalse\tfalse\n"
            + "qa\thttps://qa.example/api\t\tjsonapi\tcamel\ttrue\ttrue\n", ""
        ))
    #expect(
      recorder.events(of: DataInvalidated.self) == [
        DataInvalidated(environment: EnvironmentID(api: "shop", name: "qa"))
      ])
    _ = try await APIRequest(path: "products").response(on: client)
    #expect(transport.requests.map(\.url.absoluteString) == ["https://qa.example/api/products"])
  }

  @Test(arguments: ["env use embeded", "env show embeded"])
  func `an unknown environment is refused with the nearest name`(line: String) async {
    let result = await harness.run(line)
    #expect(result.status == 3)
    #expect(result.errors.contains("did you mean 'embedded'?"))
    #expect(client.environment.name == "embedded")
  }

  @Test(arguments: ["env use", "env use a b", "env list x"])
  func `wrong words of env are refused`(line: String) async {
    #expect(await harness.run(line).status == 2)
  }

  @Test(
    arguments: [
      ("", ["embedded", "qa"]), ("q", ["qa"]), ("x", []),
    ] as [(String, [String])])
  func `names of environments are completed`(prefix: String, names: [String]) {
    let candidates = harness.completions(of: "environments", for: prefix)
    #expect(candidates.map(\.text) == names)
    #expect(
      candidates.allSatisfy {
        $0.text == "embedded"
          ? $0.abstract == "runs in this program" : $0.abstract.hasPrefix("http")
      })
  }

  @Test func `each example of env runs`() async throws {
    let module = try #require(harness.modules.first)
    for command in module.commands {
      try #require(!command.specification.examples.isEmpty)
      for example in command.specification.examples {
        let result = await harness.run(example.line)
        #expect(result.status == 0, "\(example.line): \(result.errors)")
      }
    }
  }
}
