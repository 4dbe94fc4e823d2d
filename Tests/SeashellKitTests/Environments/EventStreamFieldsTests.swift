import CoreEvents
import SeashellHosting
@testable import SeashellKit
import SeashellTesting
import Testing

/// The field `events` of an environment.
@Suite struct EventStreamFieldsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("ca.pem", "")
  }

  private func configuration(_ events: String) throws(ConfigurationError) -> Configuration {
    try Configuration(
      parsing: """
        { environments: { qa: { baseURL: 'https://a.example',
          events: \(events) } } }
        """, from: folder.file("config.json"))
  }

  private func events(_ nats: String) throws(ConfigurationError) -> EventStreamConfiguration? {
    try configuration("{ nats: { stream: 'shop', \(nats) } }").environments[0].events
  }

  @Test func `the stream has an address, a name and patterns of events`() throws {
    let environment = try configuration(
      """
      { nats: { url: 'nats://a:4222,nats://b', stream: 'shop_1' }, share: ['reviews.*', 'api.data.inserted'] }
      """
    ).environments[0]
    var wanted = EventStreamConfiguration(url: "nats://a:4222,nats://b", stream: "shop_1")
    wanted.shared = [.under("reviews."), .exactly("api.data.inserted")]
    #expect(environment.events == wanted)
    #expect(environment.eventStream == "shop_1 at nats://a:4222,nats://b")
    let none = try Configuration(
      parsing: "{ environments: { qa: { baseURL: 'https://a.example' } } }", from: "c")
    #expect(none.environments[0].events == nil)
  }

  @Test(arguments: [
    "nats://a:4222,nats://b,nats://c", " nats://a:4222 , nats://b,\\tnats://c ",
    "nats://a:4222,\\\n nats://b , nats://c",
  ])
  func `blanks around the commas of addresses have no meaning`(url: String) throws {
    #expect(try events("url: '\(url)'")?.url == "nats://a:4222,nats://b,nats://c")
  }

  @Test func `an environment of another API has a stream too`() throws {
    let configuration = try Configuration(
      parsing: """
        { apis: { wh: { environments: { dev: { baseURL: 'http://127.0.0.1:1', events: {
          nats: { url: 'nats://127.0.0.1', stream: 'wh', token: { env: 'WH_NATS' } } } } } } } }
        """, from: "c")
    #expect(configuration.apis[0].environments[0].events?.stream == "wh")
    #expect(configuration.secretVariables == ["WH_NATS"])
  }

  @Test func `the server gets one kind of credentials`() throws {
    let key = "U" + String(repeating: "A", count: 55)
    let cases: [(String, EventStreamConfiguration.Credentials)] = [
      ("", .none),
      ("credentials: { file: 'a.creds' }", .file(folder.file("a.creds"))),
      (
        "user: 'ann', password: { env: 'PASSWORD' }", .user("ann", password: .variable("PASSWORD"))
      ),
      ("token: { command: ['pass', 'nats'] }", .token(.command(["pass", "nats"]))),
      ("nkey: '\(key)', seed: { file: '/s.nk' }", .nkey(key, seedFile: "/s.nk")),
    ]
    for (fields, credentials) in cases {
      #expect(try events("url: 'tls://n:4222', \(fields)")?.credentials == credentials)
    }
    #expect(
      try configuration(
        "{ nats: { stream: 's', url: 'nats://localhost', token: { env: 'A_TOKEN' } } }"
      ).secretVariables == ["A_TOKEN"])
  }

  @Test(
    arguments: [
      ("nats://n:4222", "token: { env: 'T' }", true),
      ("nats://localhost,nats://n", "user: 'u', password: { file: 'p' }", true),
      ("nats://n:4222", "token: { env: 'T' }, certificateAuthorities: 'ca.pem'", false),
      ("tls://n:4222", "token: { env: 'T' }", false),
      ("nats://[::1]:4222,nats://127.0.0.1", "token: { env: 'T' }", false),
      ("nats://n:4222", "credentials: { file: 'c' }", false),
    ])
  func `a password or token leaves this machine only encrypted`(
    url: String, fields: String, isRefused: Bool
  ) throws {
    let read = { try events("url: '\(url)', \(fields)") }
    guard isRefused else { return #expect(try read() != nil) }
    let error = #expect(throws: ConfigurationError.self) { try read() }
    let name = url.contains(",") ? "has 'nats://n', which " : ""
    #expect(
      error?.message == "environments.qa.events.nats.url \(name)must begin with 'tls://', since a"
        + " password or token is sent to another machine")
  }

  @Test(
    arguments: [
      ("{}", " has no nats", "nats: {"),
      ("{ nats: 'a' }", ".nats must be an object, not a string", nil),
      ("{ nat: {} }", "unknown field 'nat' in", "did you mean nats?"),
      ("{ nats: {} }", ".nats has no url", "url: "),
      ("{ nats: { url: 'nats://n' } }", ".nats has no stream", "stream: "),
      ("{ nats: { url: 1, stream: 's' } }", ".nats.url must be a string in quotes, not", nil),
      (
        "{ nats: { url: 'nats://n', stream: 'a.b' } }",
        ".nats.stream is 'a.b', which cannot be a stream's name", "use 1 to 58 letters"
      ),
      ("{ nats: { url: 'n:4222', stream: 's' } }", ".nats.url must begin with 'nats://' or", nil),
      ("{ nats: { url: 'TLS://n', stream: 's' } }", ".nats.url must begin with 'nats://' or", nil),
      ("{ nats: { url: 'nats://', stream: 's' } }", ".nats.url has no host", nil),
      ("{ nats: { url: 'nats://n/x', stream: 's' } }", ".nats.url must not have a path", nil),
      ("{ nats: { url: 'nats://n:', stream: 's' } }", ".nats.url has a port that is not", nil),
      ("{ nats: { url: 'nats://n:70000', stream: 's' } }", ".nats.url has a port that is not", nil),
      (
        "{ nats: { url: 'nats://a,tls://b', stream: 's' } }", ".nats.url has addresses with",
        "use one"
      ),
      (
        "{ nats: { url: 'tls://a, tls://b, tls://c/x', stream: 's' } }",
        ".nats.url has 'tls://c/x', which must not have a path", nil
      ),
      (
        "{ nats: { url: 'nats://a,b:4222', stream: 's' } }",
        ".nats.url has 'b:4222', which must begin with 'nats://' or 'tls://'", nil
      ),
      (
        "{ nats: { url: 'nats://a, http://b', stream: 's' } }",
        ".nats.url has 'http://b', which must begin with", nil
      ),
      ("{ nats: { url: 'nats://a nats://b', stream: 's' } }", ".nats.url must begin with", nil),
      (
        "{ nats: { url: 'nats://a:0,nats://b', stream: 's' } }",
        ".nats.url has 'nats://a:0', which has a port that is not", nil
      ),
      (
        "{ nats: { url: 'nats://a,nats://:4222', stream: 's' } }",
        ".nats.url has 'nats://:4222', which has no host", nil
      ),
      (
        "{ nats: { url: 'nats://a, ,nats://b', stream: 's' } }", ".nats.url has an empty address",
        "remove a comma"
      ),
      (
        "{ nats: { url: 'nats://a,', stream: 's' } }", ".nats.url has an empty address",
        "remove a comma"
      ),
      (
        "{ nats: { url: 'nats://ann:geheim@n', stream: 's' } }",
        ".nats.url must not contain a user or password, as before '@n'", "write user:"
      ),
      (
        "{ nats: { url: 'nats://a, nats://ann:geh,geheim@n:1, nats://b', stream: 's' } }",
        ".nats.url must not contain a user or password, as before '@n:1'", "write user:"
      ),
      (
        "{ nats: { url: 'tls://n', stream: 's', token: 'geheim' } }",
        ".nats.token is a secret, which stays out of this file", "put it into a variable"
      ),
      (
        "{ nats: { url: 'tls://n', stream: 's', user: 'u' } }", ".nats has no password",
        "password: { env: 'NAME' }"
      ),
      (
        "{ nats: { url: 'tls://n', stream: 's', password: { env: 'P' } } }",
        ".nats.password needs user beside it", nil
      ),
      (
        "{ nats: { url: 'tls://n', stream: 's', user: 'u', token: { env: 'P' } } }",
        ".nats.token cannot stand beside user", "leave one out"
      ),
      (
        "{ nats: { url: 'tls://n', stream: 's', nkey: 'SUgeheim', seed: { file: 's' } } }",
        ".nats.nkey must be a user's public key, which begins with 'U'", nil
      ),
      (
        "{ nats: { url: 'tls://n', stream: 's', credentials: 'geheim' } }",
        ".nats.credentials must name a file", "write credentials: { file: 'PATH' }"
      ),
      (
        "{ nats: { url: 'tls://n', stream: 's', credentials: { env: 'A' } } }",
        "unknown field 'env' in", "its fields are file"
      ),
      (
        "{ nats: { url: 'tls://n', stream: 's', certificateAuthorities: 'none.pem' } }",
        ".nats.certificateAuthorities names a file that cannot be read: '", nil
      ),
      (
        "{ nats: { url: 'tls://n', stream: 's' }, share: 'a' }",
        ".share must be an array of names of events", nil
      ),
      (
        "{ nats: { url: 'tls://n', stream: 's' }, share: ['a.*.b'] }",
        ".share must have names of events such as 'reviews.*', not 'a.*.b'", nil
      ),
    ] as [(String, String, String?)])
  func `a wrong field is an error on its line, without a secret`(
    fields: String, message: String, hint: String?
  ) throws {
    let error = try #require(throws: ConfigurationError.self) { try configuration(fields) }
    let start = message.hasPrefix("unknown") ? "" : "environments.qa.events"
    #expect(error.message.hasPrefix(start + message), "\(error.message)")
    #expect(error.hint?.hasPrefix(hint ?? "") ?? (hint == nil), "\(error.hint ?? "")")
    #expect(error.line == 2)
    #expect(!"\(error)".contains("geheim"))
  }
}
