import Foundation
import TestSupport
import Testing

/// `auth` in the configuration, which has the source of a secret and never the secret itself.
@Suite(.mayBlock) struct ConfiguredSecretTests {
  private static let variables = [
    "SC_KEY": "key-of-header", "SC_PASSWORD": "password-of-ann", "SC_TOKEN": "token-of-bearer",
    "SC_SECRET": "secret-of-job",
  ]

  private static let key =
    "{ type: 'apiKey', in: 'header', name: 'X-API-Key', value: { env: 'SC_KEY' } }"
  private static let basic = "{ type: 'basic', user: 'ann', password: { env: 'SC_PASSWORD' } }"
  private static let client = """
    { type: 'oauth2', flow: 'clientCredentials', tokenURL: '/token', clientID: 'job',
      clientSecret: { env: 'SC_SECRET' }, scopes: ['read', 'write'] }
    """

  @Test(
    "Requests are signed in by what the configuration says, without a login",
    arguments: [
      (key, "readHeader"), (basic, "readBasic"), (client, "addJob"),
      ("{ type: 'bearer', token: { env: 'SC_TOKEN' } }", "readBearer"),
      ("{ type: 'apiKey', in: 'cookie', name: 'key', value: { file: '~/cookie' } }", "readCookie"),
      ("{ type: 'apiKey', in: 'query', name: 'api_key', value: { file: '~/query' } }", "readQuery"),
      ("[\(key), \(basic)]", "readBoth"),
    ])
  func signedIn(auth: String, operation: String) throws {
    let user = try SchemesUser(environment: Self.variables, auth: auth)
    for name in ["cookie", "query"] {
      let file = try user.home.file(name, "key-of-\(name)\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }
    let result = try user.home.seashell("sc", operation)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `a configured secret may be in a variable that is named like a token's`() throws {
    let user = try SchemesUser(
      environment: ["SEASHELL_TOKEN_SC": "key-of-header"],
      auth: Self.key.replacing("SC_KEY", with: "SEASHELL_TOKEN_SC"))
    try user.home.succeed("sc", "readHeader")
    #expect(user.requests("/header").map(\.credentials) == [["x-api-key"]])
  }

  @Test func `an environment's auth takes precedence over its API's`() throws {
    let user = try SchemesUser(environment: Self.variables, auth: "{ type: 'none' }")
    let other = try WebApplication("schemes", "other")
    try user.configure(
      """
      auth: \(Self.key), default: 'plain', environments: {
        plain: { baseURL: '\(user.server.address)' },
        other: { baseURL: '\(other.address)', auth: { type: 'none' } },
        named: { baseURL: '\(user.server.address)', auth: \(Self.basic) } }
      """)
    try user.home.succeed("sc", "readHeader")
    #expect(try user.home.seashell("-e", "sc:other", "-c", "sc readHeader").status == 4)
    #expect(other.allRequests.allSatisfy { $0.credentials.isEmpty })
    try user.home.succeed("-e", "sc:named", "-c", "sc readBasic")
    #expect(user.requests("/basic").last?.credentials == ["authorization"])
  }

  @Test
  func `a secret program runs after consent, and gets no token`()
    throws
  {
    let user = try SchemesUser(
      environment: ["SEASHELL_TOKEN": "token-of-variable"], auth: "{ type: 'none' }")
    let program = try user.home.file(
      "helper", "#!/bin/sh\nenv > \"${0%/*}/seen\"\necho token-of-bearer\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
    try user.configure(
      """
      environments: { local: { baseURL: '\(user.server.address)',
        auth: { type: 'bearer', token: { command: ['\(program)'] } } } }
      """)
    let refused = try user.home.seashell("sc", "readBearer")
    #expect(refused.status == 4, "\(refused.errors)")
    #expect(refused.errors.contains("session login sc:local"), "\(refused.errors)")
    #expect(user.requests("/bearer").isEmpty && user.home.lines("seen").isEmpty)
    let shell = try PromptUser(["session", "login", "sc"], in: user.home, columns: 120)
    try shell.see(program)
    try shell.type("y\r")
    #expect(try shell.end() == 0)
    let result = try user.home.seashell("sc", "readBearer")
    #expect(result.status == 0, "\(result.errors)")
    #expect(user.requests("/bearer").last?.headers["authorization"] == "Bearer token-of-bearer")
    let seen = user.home.lines("seen")
    #expect(!seen.isEmpty && !seen.contains { $0.contains("token-of-variable") })
  }

  @Test(arguments: [key, basic, client])
  func `a missing secret variable is named, and nothing is sent`(auth: String) throws {
    let user = try SchemesUser(auth: auth)
    let operation = auth == Self.key ? "readHeader" : auth == Self.basic ? "readBasic" : "listJobs"
    let result = try user.home.seashell("sc", operation)
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains(/SC_(KEY|PASSWORD|SECRET)/), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(user.server.requests.allSatisfy { $0.path == "/openapi.json" })
  }

  @Test func `a secret in the configuration is refused, and not shown`() throws {
    let user = try SchemesUser(
      auth: "{ type: 'apiKey', in: 'header', name: 'X-API-Key', value: 'key-of-header' }")
    let result = try user.home.seashell("sc", "readHeader")
    #expect(result.status == 2, "\(result.errors)")
    #expect(!result.errors.contains("key-of-header"), "\(result.errors)")
    #expect(user.server.requests.allSatisfy { $0.path == "/openapi.json" })
  }

  @Test func `a secret's file that others can change is refused`() throws {
    let user = try SchemesUser(
      auth: "{ type: 'apiKey', in: 'header', name: 'X-API-Key', value: { file: '~/key' } }")
    let file = try user.home.file("key", "key-of-header\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
    let result = try user.home.seashell("sc", "readHeader")
    #expect(result.status != 0, "\(result.errors)")
    #expect(!result.errors.contains("key-of-header"), "\(result.errors)")
    #expect(user.server.requests.allSatisfy { $0.path == "/openapi.json" })
  }

  @Test(arguments: [SignInScheme.header, .basic, .bearer, .client])
  func `a login asks for the secret that an entry leaves out`(scheme: SignInScheme) throws {
    let auth =
      switch scheme.id {
      case "HeaderKey": "{ type: 'apiKey', in: 'header', name: 'X-API-Key' }"
      case "BasicAuth": "{ type: 'basic' }"
      case "BearerAuth": "{ type: 'bearer' }"
      default:
        "{ type: 'oauth2', flow: 'clientCredentials', tokenURL: '/token', scopes: ['read'] }"
      }
    let user = try SchemesUser(environment: ["SECRET": scheme.secret], auth: auth)
    let before = try user.home.seashell("sc", scheme.operation)
    #expect(before.status == 4 && before.errors.contains("session login sc"), "\(before.errors)")
    let words = ["session", "login", "sc", "--password-env", "SECRET"]
    try user.home.succeed(words + (scheme.user.map { ["--user", $0] } ?? []))
    try user.home.succeed("sc", scheme.operation)
    try user.home.succeed("session", "logout", "sc")
    #expect(try user.home.secrets(with: [scheme.secret]) == [])
    #expect(try user.home.seashell("sc", scheme.operation).status == 4)
  }

  @Test func `logging out revokes the token of a configured client`() throws {
    let issuer = try WebApplication("authorization", "live")
    let user = try SchemesUser(environment: Self.variables, auth: "{ type: 'none' }")
    try user.configure(
      """
      environments: { local: { baseURL: '\(user.server.address)', auth: {
        type: 'oauth2', flow: 'clientCredentials', issuer: '\(issuer.address)', clientID: 'job',
        clientSecret: { env: 'SC_SECRET' } } } }
      """)
    _ = try user.home.seashell("sc", "readBearer")
    #expect(!issuer.tokenRequests("client_credentials").isEmpty)
    let result = try user.home.seashell("session", "logout", "sc")
    #expect(result.status == 0, "\(result.errors)")
    #expect(issuer.allRequests.filter { $0.path == "/revoke" }.map(\.status) == [200])
  }
}
