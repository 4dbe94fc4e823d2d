import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import struct SeashellKit.ConfiguredValue

/// The header fields and query parameters that a configuration adds.
@Suite struct ConfiguredValueTests {
  private static func configuration(_ fields: String, api: String = "") throws -> Configuration {
    try Configuration(
      parsing: """
        { environments: { qa: { baseURL: 'https://a', \(fields) } },
          apis: { wh: { description: 'a', \(api)
            environments: { dev: { baseURL: 'https://b', \(fields) } } } } }
        """, from: "c")
  }

  @Test func `environments of all APIs have the same fields`()
    throws
  {
    let configuration = try Self.configuration(
      "headers: { 'X-API-Key': { env: 'WH_KEY' }, 'X-Team': 'a' }, query: { key: { env: 'K2' } }")
    let environments = configuration.environments + configuration.apis.flatMap(\.environments)
    #expect(environments.count == 2)
    for environment in environments {
      #expect(
        environment.headers == [
          ConfiguredValue("X-API-Key", .variable("WH_KEY")), ConfiguredValue("X-Team", .text("a")),
        ])
      #expect(environment.query == [ConfiguredValue("key", .variable("K2"))])
    }
    #expect(configuration.warnings.isEmpty)
  }

  @Test func `an environment's values override its API's, name by name`() throws {
    let configuration = try Self.configuration(
      "headers: { 'x-team': 'own' }, query: { lang: 'en' }",
      api: "headers: { 'X-Team': 'all', 'X-Client': 'c' }, query: { lang: 'de', Lang: 'fr' },")
    let dev = try #require(configuration.apis.first?.environments.first)
    #expect(
      dev.headers == [
        ConfiguredValue("X-Client", .text("c")), ConfiguredValue("x-team", .text("own")),
      ])
    #expect(
      dev.query == [ConfiguredValue("Lang", .text("fr")), ConfiguredValue("lang", .text("en"))])
  }

  @Test func `a configured value's description has its source, not its text`() {
    let text = ConfiguredValue("X-API-Key", .text("geheim"))
    let variable = ConfiguredValue("X-API-Key", .variable("WH_KEY"))
    #expect("\(text)" == "X-API-Key from the configuration")
    #expect("\(variable)" == "X-API-Key from the variable WH_KEY")
    var dumped = ""
    dump([text], to: &dumped)
    #expect(!dumped.contains("geheim") && !String(reflecting: [text]).contains("geheim"))
    #expect((text.variable, variable.variable) == (nil, "WH_KEY"))
  }

  @Test(
    arguments: [
      ("headers: { Authorization: 'Bearer x' }", ["headers.Authorization"]),
      ("headers: { 'X-API-Key': 'x', 'X-Team': 'a' }", ["headers.X-API-Key"]),
      ("headers: { Cookie: { env: 'C' } }", []),
      ("query: { access_token: 'x', key: 'y', page: '1' }", ["query.access_token", "query.key"]),
    ] as [(String, [String])])
  func `a credential in the file causes a warning`(fields: String, names: [String]) throws {
    let configuration = try Configuration(
      parsing: "{ environments: { qa: { baseURL: 'https://a',\n\(fields) } } }", from: "c")
    #expect(
      configuration.warnings.map(\.message)
        == names.map { "environments.qa.\($0) is a credential in a file" })
    for warning in configuration.warnings {
      #expect((warning.path, warning.line) == ("c", 2))
      #expect(warning.hint == "put it into a variable, and write { env: 'NAME' } here")
    }
  }

  @Test(
    arguments: [
      ("headers: 'x'", "headers must be an object, not a string"),
      (
        "headers: { 'X-A': 5 }",
        "headers.X-A must be a string in quotes or { env: 'NAME' }, not a number"
      ),
      ("headers: { 'X-A': '' }", "headers.X-A must not be empty"),
      ("headers: { 'X-A': 'a\\nb' }", "headers.X-A must not have control characters"),
      ("query: { a: 'a\\u0000' }", "query.a must not have control characters"),
      ("headers: { 'X-A': {} }", "headers.X-A has no env"),
      (
        "headers: { 'X-A': { env: '' } }",
        "headers.X-A.env must be the name of a variable, such as 'API_KEY'"
      ),
      (
        "headers: { 'X-A': { env: '1A' } }",
        "headers.X-A.env must be the name of a variable, such as 'API_KEY'"
      ),
      ("headers: { Host: 'b' }", "headers.Host cannot be set, since the client sets it itself"),
      (
        "headers: { 'transfer-encoding': 'b' }",
        "headers.transfer-encoding cannot be set, since the client sets it itself"
      ),
      (
        "headers: { 'Idempotency-Key': 'b' }",
        "headers.Idempotency-Key cannot be set, since the client sets it itself"
      ),
      ("headers: { 'X-A': 'a', 'x-a': 'b' }", "headers.x-a appears twice, in different case"),
    ])
  func `a configured value must be sendable`(fields: String, message: String) throws {
    let error = try #require(throws: ConfigurationError.self) {
      try Configuration(
        parsing: "{ environments: { qa: { baseURL: 'https://a',\n\(fields) } } }", from: "c")
    }
    #expect(error.message == "environments.qa.\(message)")
    #expect(error.line == 2)
  }

  @Test func `an invalid header name is an error that does not quote the value`() throws {
    let error = try #require(throws: ConfigurationError.self) {
      try Self.configuration("headers: { 'X A': 'geheim' }")
    }
    #expect(error.message == "'X A' is not a valid header field name")
    let other = try #require(throws: ConfigurationError.self) {
      try Self.configuration("headers: { 'X-A': { evn: 'geheim' } }")
    }
    #expect(other.message == "unknown field 'evn' in environments.qa.headers.X-A")
    #expect(!"\(error)\(other)".contains("geheim"))
  }
}
