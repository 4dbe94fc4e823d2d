import SeashellHosting
@testable import SeashellKit
import SeashellTesting
import Testing

/// Mistakes in the field `auth` of a configuration.
@Suite struct CredentialMistakeTests {
  private static let oauth =
    "type: 'oauth2', flow: 'clientCredentials', clientID: 'c', clientSecret: {env: 'S'}"

  private static func error(_ auth: String) throws -> ConfigurationError {
    try #require(throws: ConfigurationError.self) {
      try Configuration(
        parsing: "{environments: {qa: {baseURL: 'https://a.test',\nauth: \(auth)}}}",
        from: "/etc/config.json")
    }
  }

  @Test(
    arguments: [
      ("{type: 'bearer', token: 'geheim'}", "token"),
      ("{type: 'bearer', token: 5150}", "token"),
      ("{type: 'basic', user: 'ann', password: 'geheim'}", "password"),
      ("{type: 'apiKey', in: 'header', name: 'X-Key', value: 'geheim'}", "value"),
      ("{type: 'apiKey', in: 'header', name: 'X-Key', value: ['geheim']}", "value"),
      (
        "{type: 'oauth2', flow: 'clientCredentials', issuer: 'https://a', clientID: 'c',"
          + " clientSecret: 'geheim'}", "clientSecret"
      ),
    ])
  func `a secret in the configuration file is an error that hides it`(
    auth: String, field: String
  ) throws {
    let error = try Self.error(auth)
    #expect(
      error.message == "environments.qa.auth.\(field) is a secret, which stays out of this file")
    #expect(error.hint == "put it into a variable, and write \(field): { env: 'NAME' }")
    #expect(error.line == 2 && error.column != nil)
  }

  @Test(arguments: [
    "{env: 'geheim-1'}", "{env: ''}", "{file: ''}", "{file: 'geheim/'}", "{command: 'geheim'}",
    "{command: []}", "{command: ['', 'geheim']}", "{command: ['a', 5150]}", "{}", "{env: 5150}",
    "{env: 'A', file: 'geheim'}",
  ])
  func `the error of a wrong secret source does not quote it`(source: String) throws {
    let error = try Self.error("{type: 'bearer', token: \(source)}")
    #expect(error.message.hasPrefix("environments.qa.auth.token"))
    #expect(!"\(error)".contains("geheim") && !"\(error)".contains("5150"))
    #expect(error.line == 2)
  }

  @Test(
    arguments: [
      ("'bearer'", " must be an object or an array of objects, not a string", nil),
      ("[]", " is empty", "{ type: 'none' } sends no credentials"),
      ("['a']", " must be an object, not a string", nil),
      ("{}", " has no type", "type: 'apiKey', 'basic', 'bearer', 'oauth2', 'session' or 'none'"),
      (
        "{type: 'berer'}",
        ".type must be apiKey, basic, bearer, oauth2, session or none, not 'berer'",
        "did you mean 'bearer'?"
      ),
      (
        "{type: 'basic', user: 'ann'}", " has no password",
        "password: { env: 'NAME' }; or leave user out too, and 'session login' asks"
      ),
      (
        "{type: 'basic', password: {env: 'P'}}", " has no user",
        "user: 'NAME', or user: { env: 'NAME' }"
      ),
      (
        "{type: 'basic', user: 'a:b', password: {env: 'P'}}",
        ".user must not have a ':', which ends the user's name", nil
      ),
      (
        "{type: 'basic', user: '', password: {env: 'P'}}", ".user must not be empty", nil
      ),
      (
        "{type: 'apiKey', name: 'k', value: {env: 'K'}}", " has no in",
        "in: 'header', 'query' or 'cookie'"
      ),
      (
        "{type: 'apiKey', in: 'body', name: 'k', value: {env: 'K'}}",
        ".in must be header, query or cookie, not 'body'", nil
      ),
      (
        "{type: 'apiKey', in: 'header', value: {env: 'K'}}", " has no name", "name: 'X-API-Key'"
      ),
      (
        "{type: 'apiKey', in: 'header', name: 'X Y', value: {env: 'K'}}",
        ".name is not a valid header field name", nil
      ),
      (
        "{type: 'apiKey', in: 'header', name: 'Host', value: {env: 'K'}}",
        ".name cannot be set, since the client sets it itself", nil
      ),
      (
        "{type: 'apiKey', in: 'query', name: '', value: {env: 'K'}}", ".name cannot be sent", nil
      ),
      (
        "{type: 'apiKey', in: 'cookie', name: 'a;b', value: {env: 'K'}}",
        ".name is not a valid name of a cookie", nil
      ),
      (
        "[{type: 'session'}, {type: 'none'}]", " 2.type is none, which is only allowed alone",
        "leave it out"
      ),
      (
        "[{type: 'session'}, {type: 'bearer', token: {env: 'T'}}]",
        " 2 sends the header field Authorization, as one before it does", "leave one out"
      ),
      (
        "[{type: 'apiKey', in: 'header', name: 'x-key', value: {env: 'T'}},"
          + " {type: 'apiKey', in: 'header', name: 'X-Key', value: {env: 'U'}}]",
        " 2 sends the header field x-key, as one before it does", "leave one out"
      ),
      (
        "{type: 'bearer', token: {env: 'T'}, store: {command: ['s']}}",
        ".store is only for a secret that a program prints",
        "write { command: ['PROGRAM', 'ARGUMENT'] } in place of env or file"
      ),
      (
        "{type: 'bearer', token: {command: ['p']}, store: {}}", ".store has no command",
        "command: ['PROGRAM', 'ARGUMENT']"
      ),
      (
        "{type: 'oauth2', flow: 'device', tokenURL: '/t'}", " has no deviceAuthorizationURL",
        "deviceAuthorizationURL: 'https://…', or issuer in place of the addresses"
      ),
      (
        "{type: 'oauth2', flow: 'authorizationCode', tokenURL: '/t'}", " has no authorizationURL",
        "authorizationURL: 'https://…', or issuer in place of the addresses"
      ),
      (
        "{type: 'oauth2', issuer: 'https://a', authorizationURL: 'https://a/b'}",
        ".authorizationURL is for flow: 'authorizationCode' with tokenURL", "leave it out"
      ),
      (
        "{type: 'oauth2', issuer: 'https://a', clientID: 'c', clientSecret: {command: ['p']},"
          + " store: {command: ['s']}}", ".store is not for a client of users", "leave it out"
      ),
      (
        "{type: 'oauth2', flow: 'password'}",
        ".flow is 'password', which the configuration cannot have",
        "flow: 'authorizationCode', 'device' or 'clientCredentials'"
      ),
      (
        "{type: 'oauth2', flow: 'implicit'}",
        ".flow must be authorizationCode, device or clientCredentials, not 'implicit'", nil
      ),
      (
        "{type: 'oauth2'}", " has no flow",
        "flow: 'authorizationCode', 'device' or 'clientCredentials'"
      ),
      (
        "{\(oauth)}", " has no tokenURL", "tokenURL: 'https://…', or issuer: 'https://…'"
      ),
      (
        "{\(oauth), tokenURL: 'https://a', issuer: 'https://a'}",
        ".issuer cannot stand beside tokenURL", "leave one out"
      ),
      (
        "{\(oauth), tokenURL: 'http://a.test/token'}",
        ".tokenURL must begin with 'https://', since it is not on this machine", nil
      ),
      (
        "{\(oauth), tokenURL: 'https://u:p@a.test/token'}",
        ".tokenURL must not contain a user or password", nil
      ),
      (
        "{\(oauth), tokenURL: 'https://a.test/token?x=1#y'}",
        ".tokenURL must not have a fragment", nil
      ),
      (
        "{\(oauth), issuer: 'https://a.test/?x=1'}",
        ".issuer must not have a query or a fragment", nil
      ),
      (
        "{\(oauth), issuer: 'https://a.test', scopes: ['a b']}",
        ".scopes must have words such as 'items:read', not 'a b'", nil
      ),
    ] as [(String, String, String?)])
  func `a mistake in auth is an error with its line`(
    auth: String, message: String, hint: String?
  ) throws {
    let error = try Self.error(auth)
    #expect(error.message == "environments.qa.auth\(message)")
    #expect(error.hint == hint)
    #expect(error.line == 2 && error.column != nil)
  }

  @Test(
    arguments: [
      (
        "{type: 'session', token: {env: 'T'}}",
        "unknown field 'token' in environments.qa.auth", "its fields are type"
      ),
      (
        "{type: 'bearer', tokn: {env: 'T'}}", "unknown field 'tokn' in environments.qa.auth",
        "did you mean token?"
      ),
      (
        "{type: 'bearer', token: {evn: 'T'}}",
        "unknown field 'evn' in environments.qa.auth.token", "did you mean env?"
      ),
    ])
  func `an unknown field of auth is an error with the nearest name`(
    auth: String, message: String, hint: String
  ) throws {
    let error = try Self.error(auth)
    #expect(error.message == message)
    #expect(error.hint == hint)
  }

  @Test func `every mistake in auth is found`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "config.json",
      """
      { apis: { wh: { auth: { type: 'bearer', token: 'x' },
        environments: { dev: { baseURL: 'https://a', auth: [{ type: 'session' },
          { type: 'bearer', token: { env: 'T' } }] } } } } }
      """)
    let (configuration, errors) = ConfigurationFile(in: folder.path).examine(
      builtIn: [], api: "shop", sections: [])
    #expect(
      errors.map(\.message) == [
        "apis.wh.auth.token is a secret, which stays out of this file",
        "apis.wh.environments.dev.auth 2 sends the header field Authorization, as one before it does",
      ])
    #expect(configuration.apis.first?.environments.first?.credentials?.count == 1)
  }
}
