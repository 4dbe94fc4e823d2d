@testable import SeashellKit
import SeashellTesting
import Testing

/// The findings of `doctor` in a configuration.
@Suite struct ConfigurationExaminationTests {
  private func examine(
    _ text: String, sections: [String] = []
  ) throws -> (configuration: Configuration, errors: [ConfigurationError]) {
    let folder = try TemporaryFolder()
    try folder.write("config.json", text)
    return ConfigurationFile(in: folder.path).examine(
      builtIn: [try APIEnvironment("dev", "http://127.0.0.1:8080")], sections: sections)
  }

  @Test func `doctor finds every error of a configuration, with its position`() throws {
    let (configuration, errors) = try examine(
      """
      {
        environment: 'nowhere',
        environments: {
          qa: { baseURL: 'https://qa.example', format: 'xml', keys: 5 },
          bad: { baseURL: 'ftp://x' }, none: {},
        },
        orders: {}, colour: 1,
      }
      """, sections: ["orders"])
    #expect(
      errors.map { "\($0.line ?? 0):\($0.column ?? 0)" } == [
        "2:16", "4:50", "4:63", "5:21", "5:40", "7:15",
      ])
    #expect(errors.first?.message.contains("'nowhere'") == true)
    #expect(errors.last?.message == "unknown field 'colour' in the configuration")
    #expect(configuration.environments.map(\.name) == ["qa"])
  }

  @Test func `doctor reports only the first syntax error of a configuration`() throws {
    let (configuration, errors) = try examine("{ environments: { qa: oops } ")
    #expect(errors.map(\.line) == [1])
    #expect(errors.first?.column == 23)
    #expect(configuration == Configuration())
  }

  @Test(arguments: ["{}", "{ environments: { qa: { baseURL: 'https://qa.example' } } }"])
  func `doctor reports no error of a valid configuration`(text: String) throws {
    #expect(try examine(text).errors.isEmpty)
  }

  @Test(
    arguments: [
      ("{ environments: { dev: { format: 'jsonapi' } } }", "start it"),
      ("{ environments: { dev: { baseURL: 'https://dev.example' } } }", nil),
    ] as [(String, String?)])
  func `an environment's own hint does not apply to another address`(
    text: String, hint: String?
  ) throws {
    let builtIn = try APIEnvironment("dev", "http://127.0.0.1:8080", unreachableHint: "start it")
    let configuration = try Configuration(parsing: text, from: "config.json", builtIn: [builtIn])
    #expect(configuration.environments.map(\.unreachableHint) == [hint])
  }
}
