import FoundationEssentials
import SeashellKit
import Testing

@Suite struct EnvironmentCatalogueTests {
  private static func catalogue(
    starting environment: String? = nil, isInsecure: Bool = false
  ) throws -> EnvironmentCatalogue {
    var configuration = Configuration()
    configuration.environment = environment
    configuration.environments = [
      try APIEnvironment("qa", "https://qa.example", version: "v1"),
      try APIEnvironment(
        "live", "https://live.example", version: "v1", isProduction: true),
    ]
    return EnvironmentCatalogue(
      configuration, builtIn: try builtIn(), file: "/c/config.json", isInsecure: isInsecure)
  }

  /// The environments of a shell with an embedded API.
  private static func builtIn() throws -> [APIEnvironment] {
    [
      try APIEnvironment("dev", "http://127.0.0.1:8080", version: "v1"),
      try .embedded(version: "v1"),
    ]
  }

  @Test(
    arguments: [
      (nil, nil, nil, "embedded"), (nil, nil, "qa", "qa"), (nil, "live", "qa", "live"),
      ("dev", "live", "qa", "dev"), (nil, "", "qa", "qa"), ("embedded", nil, "qa", "embedded"),
      ("qa", "nosuch", nil, "qa"),
    ] as [(String?, String?, String?, String)])
  func `the option takes precedence over variable and configuration`(
    option: String?, variable: String?, configured: String?, chosen: String
  ) throws {
    let catalogue = try Self.catalogue(starting: configured)
    #expect(try catalogue.chosen(option: option, variable: ("ORDERS_ENV", variable)).name == chosen)
  }

  @Test func `the configuration adds environments, and replaces those of the same name`() throws {
    var configuration = Configuration()
    configuration.environments = [
      try APIEnvironment("dev", "http://127.0.0.1:9000"),
      try APIEnvironment("qa", "https://qa.example"),
    ]
    let catalogue = EnvironmentCatalogue(configuration, builtIn: try Self.builtIn(), file: "c")
    #expect(catalogue.all.map(\.name).sorted() == ["dev", "embedded", "qa"])
    #expect(
      try catalogue.chosen(option: "dev", variable: ("ORDERS_ENV", nil)).baseURL.absoluteString
        == "http://127.0.0.1:9000")
  }

  @Test(
    arguments: [
      (["a", "b"], [], "a"), (["a", "b"], ["c"], "a"), (["a", "b"], ["a"], "a"),
      ([], ["c", "d"], "c"),
    ])
  func `without an embedded API, a shell starts on its first environment`(
    builtIn: [String], configured: [String], chosen: String
  ) throws {
    func environments(_ names: [String]) throws -> [APIEnvironment] {
      try names.map { try APIEnvironment($0, "https://\($0).example") }
    }
    var configuration = Configuration()
    configuration.environments = try environments(configured)
    let catalogue = EnvironmentCatalogue(
      configuration, builtIn: try environments(builtIn), file: "c")
    #expect(try catalogue.chosen(option: nil, variable: ("ORDERS_ENV", nil)).name == chosen)
  }

  @Test(arguments: [nil, "live"] as [String?])
  func `without any environment, the error says how to define one`(option: String?) throws {
    let catalogue = EnvironmentCatalogue(
      Configuration(), builtIn: [], file: "/c/orders/config.json")
    let error = try #require(throws: ShellError.self) {
      try catalogue.chosen(option: option, variable: ("ORDERS_ENV", nil))
    }
    #expect(error.status == .usage)
    #expect(error.message == "no environment is defined")
    #expect(
      error.hint
        == "define one in /c/orders/config.json: { environments: { NAME: { baseURL: 'https://…' } } }"
    )
  }

  @Test(
    arguments: [
      ("lvie", nil, "no environment is called 'lvie'", "did you mean 'live'?"),
      (nil, "lvie", "ORDERS_ENV: no environment is called 'lvie'", "did you mean 'live'?"),
      (
        "nosuch", nil, "no environment is called 'nosuch'",
        "choose one of dev, embedded, live, qa"
      ),
    ] as [(String?, String?, String, String)])
  func `an unknown environment at the start is refused with a suggestion`(
    option: String?, variable: String?, message: String, hint: String
  ) throws {
    let catalogue = try Self.catalogue()
    let error = try #require(throws: ShellError.self) {
      try catalogue.chosen(option: option, variable: ("ORDERS_ENV", variable))
    }
    #expect(error.message == message)
    #expect(error.hint == hint)
    #expect(error.status == .usage)
  }

  @Test func `--insecure refuses to start on a production environment`() throws {
    let catalogue = try Self.catalogue(isInsecure: true)
    #expect(
      try !catalogue.chosen(option: "qa", variable: ("ORDERS_ENV", nil)).transport.verifiesServer)
    let error = try #require(throws: ShellError.self) {
      try catalogue.chosen(option: "live", variable: ("ORDERS_ENV", nil))
    }
    #expect(error.status == .usage)
    #expect(error.message.contains("--insecure"))
    let live = try #require(catalogue.all.first { $0.name == "live" })
    #expect(live.transport.verifiesServer)
    #expect(
      try Self.catalogue().chosen(option: "live", variable: ("ORDERS_ENV", nil)).transport
        .verifiesServer)
  }
}
