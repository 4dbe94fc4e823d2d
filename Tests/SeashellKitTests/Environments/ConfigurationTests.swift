import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@Suite struct ConfigurationTests {
  /// The environments of a shell with an embedded API.
  private static func builtIn() throws -> [APIEnvironment] {
    var live = try APIEnvironment("live", "https://live.example", isProduction: true)
    live.format = .container
    live.transport.connectTimeout = .seconds(3)
    return [
      try APIEnvironment("dev", "http://127.0.0.1:8080", version: "v1"), live,
      try .embedded(version: "v1"),
    ]
  }

  private static func error(_ text: String) throws -> ConfigurationError {
    try #require(throws: ConfigurationError.self) {
      try Configuration(parsing: text, from: "/nowhere/config.json", builtIn: builtIn())
    }
  }

  @Test func `every field of an environment is read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("ca.pem", "")
    let text = """
      { environment: 'qa',                       // JSON5
        environments: {
          qa: {
            baseURL: 'https://api.qa.myshopping.com/shop', version: 'v2', format: 'container',
            keys: 'camel', production: false,
            timeouts: { connect: 2.5, firstByte: 3, stall: 4, whole: 60 },
            limits: { header: 2048, body: 4096, redirects: 0 },
            certificateAuthorities: 'ca.pem',
          },
          live: { baseURL: 'https://api.myshopping.com', format: 'jsonapi', production: true,
            version: null } } }
      """
    let configuration = try Configuration(parsing: text, from: folder.file("config.json"))
    #expect(configuration.environment == "qa")
    #expect(configuration.environments.map(\.name) == ["qa", "live"])
    let qa = configuration.environments[0]
    #expect(qa.baseURL.absoluteString == "https://api.qa.myshopping.com/shop")
    #expect(qa.version == "v2")
    #expect((qa.format, qa.keys) == (.container, .camel))
    #expect(!qa.isProduction)
    var settings = TransportSettings()
    settings.connectTimeout = .seconds(2.5)
    settings.firstByteTimeout = .seconds(3)
    settings.stallTimeout = .seconds(4)
    settings.totalTimeout = .seconds(60)
    settings.maximumHeaderSize = 2_048
    settings.certificateAuthorities = folder.file("ca.pem")
    #expect(qa.transport == settings)
    #expect(qa.maximumResponseSize == 4_096)
    #expect(qa.maximumRedirects == 0)
    let live = configuration.environments[1]
    #expect(live.isProduction)
    #expect(live.version == nil)
    #expect((live.format, live.keys) == (.jsonapi, .snake))
    #expect(live.transport == TransportSettings())
    #expect(live.maximumResponseSize == nil)
  }

  @Test(
    arguments: [
      ("{}", "http://127.0.0.1:8080", "v1"),
      ("{baseURL:'http://127.0.0.1:9000'}", "http://127.0.0.1:9000", "v1"),
      ("{version:'v2'}", "http://127.0.0.1:8080", "v2"),
      ("{version:null}", "http://127.0.0.1:8080", nil),
      ("{version:''}", "http://127.0.0.1:8080", nil),
    ])
  func `a built-in environment keeps the fields that are left out`(
    fields: String, address: String, version: String?
  ) throws {
    let configuration = try Configuration(
      parsing: "{environments:{dev:\(fields)}}", from: "c", builtIn: Self.builtIn())
    let dev = try #require(configuration.environments.first)
    #expect(dev.baseURL.absoluteString == address)
    #expect(dev.version == version)
  }

  @Test(
    arguments: [
      ("dev: {}", true, nil), ("dev: {retries: 0}", true, 0),
      // What the shell knows about its own server does not apply to another one.
      ("dev: {baseURL:'http://127.0.0.1:9000'}", false, nil),
      ("dev: {baseURL:'http://127.0.0.1:9000',idempotencyKeys:true}", true, nil),
      ("dev: {idempotencyKeys:false}", false, nil), ("qa: {baseURL:'https://a'}", false, nil),
      ("qa: {baseURL:'https://a',idempotencyKeys:true,retries:7}", true, 7),
    ] as [(String, Bool, Int?)])
  func `idempotency keys are honoured only by environments that say so`(
    environment: String, honorsKeys: Bool, retries: Int?
  ) throws {
    let dev = try APIEnvironment("dev", "http://127.0.0.1:8080", honorsIdempotencyKeys: true)
    let configuration = try Configuration(
      parsing: "{environments:{\(environment)}}", from: "c", builtIn: [dev])
    let found = try #require(configuration.environments.first)
    #expect(found.honorsIdempotencyKeys == honorsKeys)
    #expect(found.retries == retries)
  }

  @Test func `a built-in environment keeps its conventions, limits and mark`() throws {
    let configuration = try Configuration(
      parsing: "{environments:{live:{baseURL:'https://other.example',timeouts:{whole:9}}}}",
      from: "c", builtIn: Self.builtIn())
    let live = try #require(configuration.environments.first)
    #expect(live.baseURL.absoluteString == "https://other.example")
    #expect(live.isProduction)
    #expect(live.format == .container)
    #expect(live.transport.connectTimeout == .seconds(3))
    #expect(live.transport.totalTimeout == .seconds(9))
  }

  @Test func `without an embedded API, embedded is a name like any other`() throws {
    let configuration = try Configuration(
      parsing: "{environments:{embedded:{baseURL:'https://a.example'}}}", from: "c")
    let environment = try #require(configuration.environments.first)
    #expect(!environment.isEmbedded)
    #expect(environment.displayAddress == "https://a.example")
  }

  @Test(arguments: ["dev", "embedded"])
  func `a shell without environments of its own has none to start on`(name: String) throws {
    let error = try #require(throws: ConfigurationError.self) {
      try Configuration(parsing: "{environment: '\(name)'}", from: "c")
    }
    #expect(error.message == "environment is '\(name)', but no such environment is defined")
    #expect(error.hint == nil)
  }

  @Test(arguments: ["{}", "{environments:{}}", "// nothing\n{ }"])
  func `a configuration may be empty`(text: String) throws {
    #expect(try Configuration(parsing: text, from: "c") == Configuration())
  }

  @Test(
    arguments: [
      (
        "{ environment: 'qa',\n  enviroments: { qa: { baseURL: 'https://a' } } }", 2,
        "unknown field 'enviroments' in the configuration", "did you mean environments?"
      ),
      ("[]", 1, "the configuration must be an object, not an array", nil),
      ("{environments:\n[]}", 2, "environments must be an object, not an array", nil),
      ("{environments:{qa:\n'x'}}", 2, "environments.qa must be an object, not a string", nil),
      (
        "{environments:{qa:{baseURL:\n'http://127.0.0.1:'}}}", 2,
        "environments.qa.baseURL has a ':' but no port", nil
      ),
      ("{environments:{\nqa:{}}}", 2, "environments.qa has no baseURL", nil),
      (
        "{environment:\n 'liev', environments:{live:{baseURL:'https://a'}}}", 2,
        "environment is 'liev', but no such environment is defined", "did you mean 'live'?"
      ),
      ("{environment: 3}", 1, "environment must be a string in quotes, not a number", nil),
      (
        "{environments:{\nembedded:{baseURL:'https://a'}}}", 2,
        "environments.embedded is built in and cannot be changed",
        "choose another name"
      ),
      (
        "{environments:{qa:{baseURL:'https://a'},\n\nqa:{baseURL:'https://a'}}}", 3,
        "environments.qa appears twice, first on line 1", nil
      ),
      (
        "{environments:{\n'-x':{baseURL:'https://a'}}}", 2, "'-x' is not a valid environment name",
        "use 1 to 64 letters, digits, '.', '_' and '-', with a letter or digit first"
      ),
      ("{\n a 1}", 2, "expected ':', not '1'", nil),
    ] as [(String, Int, String, String?)])
  func `a configuration error has its line and field`(
    text: String, line: Int, message: String, hint: String?
  ) throws {
    let error = try Self.error(text)
    #expect(error.path == "/nowhere/config.json")
    #expect(error.line == line)
    #expect(error.message == message)
    #expect(error.hint == hint)
    #expect(error.shellError.status == .usage)
    #expect(error.shellError.message == "/nowhere/config.json:\(line): \(message)")
  }

  @Test(
    arguments: [
      (
        "baseUrl: 'https://b'", "unknown field 'baseUrl' in environments.qa",
        "did you mean baseURL?"
      ),
      (
        "zzz: 1", "unknown field 'zzz' in environments.qa",
        "its fields are baseURL, version, format, keys, production, timeouts, limits,"
          + " certificateAuthorities, clientCertificate, idempotencyKeys, retries, headers, query,"
          + " auth, events"
      ),
      (
        "idempotencyKeys: 'yes'",
        "environments.qa.idempotencyKeys must be true or false, not a string", nil
      ),
      ("retries: 21", "environments.qa.retries must be 0 to 20 retries", nil),
      (
        "format: 'jsonapy'",
        "environments.qa.format must be plain, container or jsonapi, not 'jsonapy'",
        "did you mean 'jsonapi'?"
      ),
      ("keys: 'kebab'", "environments.qa.keys must be snake or camel, not 'kebab'", nil),
      ("keys: true", "environments.qa.keys must be a string in quotes, not a boolean", nil),
      ("version: 1", "environments.qa.version must be a string in quotes, not a number", nil),
      ("version: 'v1/../x'", "environments.qa.version must be a part of a path such as 'v1'", nil),
      ("version: 'v1?x'", "environments.qa.version must be a part of a path such as 'v1'", nil),
      ("production: 'yes'", "environments.qa.production must be true or false, not a string", nil),
      ("timeouts: 5", "environments.qa.timeouts must be an object, not a number", nil),
      (
        "timeouts: { conect: 5 }", "unknown field 'conect' in environments.qa.timeouts",
        "did you mean connect?"
      ),
      (
        "timeouts: { connect: 0 }",
        "environments.qa.timeouts.connect must be 0.001 to 86400 seconds", nil
      ),
      (
        "timeouts: { whole: Infinity }",
        "environments.qa.timeouts.whole must be 0.001 to 86400 seconds", nil
      ),
      (
        "timeouts: { stall: NaN }",
        "environments.qa.timeouts.stall must be 0.001 to 86400 seconds", nil
      ),
      (
        "timeouts: { stall: '5' }",
        "environments.qa.timeouts.stall must be a number of seconds, not a string", nil
      ),
      (
        "limits: { header: 1 }",
        "environments.qa.limits.header must be 1024 to 16777216 bytes", nil
      ),
      (
        "limits: { body: -1 }",
        "environments.qa.limits.body must be 1024 to 1073741824 bytes", nil
      ),
      (
        "limits: { redirects: 1.5 }",
        "environments.qa.limits.redirects must be a whole number of redirects", nil
      ),
      (
        "limits: { redirects: 21 }", "environments.qa.limits.redirects must be 0 to 20 redirects",
        nil
      ),
      (
        "certificateAuthorities: 'none.pem'",
        "environments.qa.certificateAuthorities names a file that cannot be read:"
          + " '/nowhere/none.pem'", nil
      ),
      (
        "certificateAuthorities: '/tmp'",
        "environments.qa.certificateAuthorities names a file that cannot be read: '/tmp'", nil
      ),
    ] as [(String, String, String?)])
  func `a wrong field of an environment is an error`(
    field: String, message: String, hint: String?
  ) throws {
    let error = try Self.error("{ environments: {\n qa: { baseURL: 'https://a',\n\(field) } } }")
    #expect(error.message == message)
    #expect(error.hint == hint)
    #expect(error.line == 3)
  }

  @Test(arguments: [
    ("", "must be a URL such as 'https://api.example.com'"),
    ("api.myshopping.com", "must be a URL such as 'https://api.example.com'"),
    ("ftp://a", "must begin with 'https://' or 'http://'"), ("https://", "has no host"),
    ("https:///x", "has no host"),
    ("https://u:geheim@a", "must not contain a user or password"),
    ("https://a?key=geheim", "must not have a query or a fragment"),
    ("https://a#b", "must not have a query or a fragment"),
    ("https://a b", "has characters that a URL cannot have"),
    ("https://bücher.example", "has characters that a URL cannot have"),
    ("https://a:99999", "has a port that is not 1 to 65535"),
  ])
  func `an error about an address does not quote it`(address: String, message: String) throws {
    let error = try Self.error("{environments:{\nqa:{baseURL:\n'\(address)'}}}")
    #expect(error.message == "environments.qa.baseURL \(message)")
    #expect(error.line == 3)
    #expect(!"\(error)".contains("geheim"))
  }

  @Test func `the built-in environment dev may be replaced`() throws {
    let configuration = try Configuration(
      parsing: "{environments:{dev:{baseURL:'http://127.0.0.1:9000'}},environment:'dev'}",
      from: "c", builtIn: Self.builtIn())
    #expect(configuration.environments.map(\.name) == ["dev"])
    #expect(configuration.environment == "dev")
  }
}
