import SeashellKit
import SeashellTesting
import Testing

/// What `doctor` finds in a configuration.
@Suite struct ConfigurationExaminationTests {
  private func examine(
    _ text: String, sections: [String] = []
  ) throws -> (configuration: Configuration, errors: [ConfigurationError]) {
    let folder = try TemporaryFolder()
    try folder.write("config.json", text)
    return ConfigurationFile(in: folder.path).examine(
      builtIn: [try APIEnvironment("dev", "http://127.0.0.1:8080")], sections: sections)
  }

  @Test func `every error is found, with its line and column`() throws {
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

  @Test func `of a syntax error only the first is found`() throws {
    let (configuration, errors) = try examine("{ environments: { qa: oops } ")
    #expect(errors.map(\.line) == [1])
    #expect(errors.first?.column == 23)
    #expect(configuration == Configuration())
  }

  @Test(arguments: ["{}", "{ environments: { qa: { baseURL: 'https://qa.example' } } }"])
  func `a configuration without errors has none`(text: String) throws {
    #expect(try examine(text).errors.isEmpty)
  }

  @Test(
    arguments: [
      ("{ environments: { dev: { format: 'jsonapi' } } }", "start it"),
      ("{ environments: { dev: { baseURL: 'https://dev.example' } } }", nil),
    ] as [(String, String?)])
  func `what to do about an environment does not apply to another address`(
    text: String, hint: String?
  ) throws {
    let builtIn = try APIEnvironment("dev", "http://127.0.0.1:8080", unreachableHint: "start it")
    let configuration = try Configuration(parsing: text, from: "config.json", builtIn: [builtIn])
    #expect(configuration.environments.map(\.unreachableHint) == [hint])
  }
}
