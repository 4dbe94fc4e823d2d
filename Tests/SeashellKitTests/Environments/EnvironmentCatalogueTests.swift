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
      try APIEnvironment(name: "qa", address: "https://qa.example", version: "v1"),
      try APIEnvironment(
        name: "live", address: "https://live.example", version: "v1", isProduction: true),
    ]
    return try EnvironmentCatalogue(configuration, isInsecure: isInsecure)
  }

  @Test(
    arguments: [
      (nil, nil, nil, "embedded"), (nil, nil, "qa", "qa"), (nil, "live", "qa", "live"),
      ("dev", "live", "qa", "dev"), (nil, "", "qa", "qa"), ("embedded", nil, "qa", "embedded"),
      ("qa", "nosuch", nil, "qa"),
    ] as [(String?, String?, String?, String)])
  func `an option comes before the variable, and that before the configuration`(
    option: String?, variable: String?, configured: String?, chosen: String
  ) throws {
    let catalogue = try Self.catalogue(starting: configured)
    #expect(try catalogue.chosen(option: option, variable: variable).name == chosen)
  }

  @Test func `embedded and dev are built in, and dev may be another`() throws {
    let catalogue = try EnvironmentCatalogue(Configuration())
    #expect(catalogue.all.map(\.name).sorted() == ["dev", "embedded"])
    let dev = try catalogue.chosen(option: "dev", variable: nil)
    #expect(dev.baseURL.absoluteString == "http://127.0.0.1:8080")
    #expect(dev.version == "v1")
    var configuration = Configuration()
    configuration.environments = [
      try APIEnvironment(name: "dev", address: "http://127.0.0.1:9000", version: nil)
    ]
    let other = try EnvironmentCatalogue(configuration)
    #expect(other.all.map(\.name).sorted() == ["dev", "embedded"])
    #expect(
      try other.chosen(option: "dev", variable: nil).baseURL.absoluteString
        == "http://127.0.0.1:9000")
  }

  @Test(
    arguments: [
      ("lvie", nil, "no environment is called 'lvie'; did you mean 'live'?"),
      (nil, "lvie", "SEASHELL_ENV: no environment is called 'lvie'; did you mean 'live'?"),
      ("nosuch", nil, "no environment is called 'nosuch'"),
    ] as [(String?, String?, String)])
  func `an unknown name is refused with the nearest one`(
    option: String?, variable: String?, message: String
  ) throws {
    let catalogue = try Self.catalogue()
    let error = try #require(throws: ShellError.self) {
      try catalogue.chosen(option: option, variable: variable)
    }
    #expect(error.message == message)
    #expect(error.status == .usage)
  }

  @Test func `without verification no production environment is chosen`() throws {
    let catalogue = try Self.catalogue(isInsecure: true)
    #expect(try !catalogue.chosen(option: "qa", variable: nil).transport.verifiesServer)
    let error = try #require(throws: ShellError.self) {
      try catalogue.chosen(option: "live", variable: nil)
    }
    #expect(error.status == .usage)
    #expect(error.message.contains("--insecure"))
    let live = try #require(catalogue.all.first { $0.name == "live" })
    #expect(live.transport.verifiesServer)
    #expect(
      try Self.catalogue().chosen(option: "live", variable: nil).transport.verifiesServer)
  }
}
