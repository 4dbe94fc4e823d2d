import Foundation
import Testing
import WebAPI
import WebAuthorization

@testable import SeashellAPIs

@Suite struct SecurityTests {
  /// The tokens of flows; without a flow, those of an issuer.
  private static func oauth(
    _ flows: OAuthSettings.Flow..., token: String? = nil, refresh: String? = nil,
    authorization: String? = nil, device: String? = nil, issuer: String? = nil,
    scopes: [String] = []
  ) -> SecurityScheme.Kind {
    func url(_ text: String?) -> URL? { text.flatMap { URL(string: $0) } }
    var settings = OAuthSettings(
      .password, tokenURL: url(token), refreshURL: url(refresh), issuer: url(issuer),
      scopes: scopes)
    settings.flows = flows
    settings.authorizationURL = url(authorization)
    settings.deviceURL = url(device)
    return .oauth(settings)
  }

  /// The members of schemes, and the kinds that they have.
  private static let kinds: [(String, SecurityScheme.Kind)] = [
    (#""type": "apiKey", "in": "header", "name": "X-Key""#, .apiKey(name: "X-Key", .header)),
    (#""type": "apiKey", "in": "query", "name": "k""#, .apiKey(name: "k", .query)),
    (#""type": "apiKey", "in": "cookie", "name": "sid""#, .apiKey(name: "sid", .cookie)),
    (
      #""type": "apiKey", "in": "header", "name": "Host""#,
      .unsupported("no key can be sent in the header 'Host'")
    ),
    (
      #""type": "apiKey", "in": "cookie", "name": "a b""#,
      .unsupported("no key can be sent in the cookie 'a b'")
    ),
    (#""type": "http", "scheme": "Basic""#, .basic),
    (#""type": "http", "scheme": "Bearer", "bearerFormat": "JWT""#, .bearer),
    (
      #""type": "http", "scheme": "Digest""#,
      .unsupported("the scheme 'digest' is not supported")
    ),
    (
      #"""
      "type": "oauth2", "flows": {"authorizationCode": {"authorizationUrl": "https://a",
        "tokenUrl": "https://t", "refreshUrl": "https://r", "scopes": {"b": "B", "a": "A"}}}
      """#,
      oauth(
        .authorizationCode, token: "https://t", refresh: "https://r", authorization: "https://a",
        scopes: ["b", "a"])
    ),
    (
      #"""
      "type": "oauth2", "flows": {"deviceAuthorization": {"tokenUrl": "https://t",
        "deviceAuthorizationUrl": "https://d"}}
      """#,
      oauth(.device, token: "https://t", device: "https://d")
    ),
    (
      #""type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "https://t"}}"#,
      oauth(.clientCredentials, token: "https://t")
    ),
    (
      #""type": "oauth2", "flows": {"password": {"tokenUrl": "token", "scopes": {"r": ""}}}"#,
      oauth(.password, token: "token", scopes: ["r"])
    ),
    // Flows with one token endpoint are merged; a sign-in chooses one of them.
    (
      #"""
      "type": "oauth2", "flows": {
        "clientCredentials": {"tokenUrl": "https://t", "scopes": {"c": ""}},
        "deviceAuthorization": {"deviceAuthorizationUrl": "https://d", "tokenUrl": "https://t"},
        "authorizationCode": {"authorizationUrl": "https://a", "tokenUrl": "https://t",
          "scopes": {"a": ""}}}
      """#,
      oauth(
        .authorizationCode, .device, .clientCredentials, token: "https://t",
        authorization: "https://a", device: "https://d", scopes: ["a"])
    ),
    // Of flows with several token endpoints, only those with the first one are used.
    (
      #"""
      "type": "oauth2", "flows": {
        "password": {"tokenUrl": "https://u", "scopes": {"p": ""}},
        "clientCredentials": {"tokenUrl": "https://t", "scopes": {"c": ""}}}
      """#,
      oauth(.clientCredentials, token: "https://t", scopes: ["c"])
    ),
    // Without a usable flow, a token comes from elsewhere.
    (#""type": "oauth2", "flows": {"implicit": {"authorizationUrl": "https://a"}}"#, .bearer),
    (#""type": "oauth2", "flows": {"authorizationCode": {"tokenUrl": "https://t"}}"#, .bearer),
    (#""type": "oauth2", "flows": {"deviceAuthorization": {"tokenUrl": "https://t"}}"#, .bearer),
    (#""type": "oauth2", "flows": {"password": {"tokenUrl": "https://u@t"}}"#, .bearer),
    (#""type": "oauth2""#, .bearer),
    (
      #"""
      "type": "openIdConnect",
        "openIdConnectUrl": "https://id.example/team/.well-known/openid-configuration"
      """#,
      oauth(issuer: "https://id.example/team")
    ),
    (#""type": "openIdConnect", "openIdConnectUrl": "https://id.example/c""#, .bearer),
    (#""type": "mutualTLS", "deprecated": true"#, .clientCertificate),
    (#""type": "saml""#, .unsupported("the type 'saml' is not known")),
  ]

  private static func head(_ schemes: String, source: String = "/o.json") throws -> APIDescription {
    try ReadDescription(
      ReadDescription.document(
        paths: "", #""components": {"securitySchemes": {\#(schemes)}}"#, version: "3.1.0"),
      source: source
    ).head
  }

  @Test(arguments: kinds)
  func `a security scheme is read, and an index has it as it was read`(
    members: String, kind: SecurityScheme.Kind
  ) throws {
    let head = try Self.head(#""s": {\#(members)}"#)
    #expect(head.securitySchemes == [SecurityScheme("s", kind)])
    var writer = RecordWriter()
    SecurityScheme("s", kind).write(to: &writer)
    var reader = RecordReader(writer.bytes)
    let copy = try SecurityScheme(from: &reader)
    #expect(copy == SecurityScheme("s", kind) && reader.isAtEnd)
  }

  @Test func `an index with the shop's own sessions is damaged`() throws {
    var writer = RecordWriter()
    SecurityScheme("s", .session).write(to: &writer)
    var reader = RecordReader(writer.bytes)
    #expect(throws: RecordReader.damaged) { try SecurityScheme(from: &reader) }
  }

  @Test func `a security scheme may be a reference, and a malformed one is a problem`() throws {
    let head = try Self.head(
      """
      "tls": {"type": "mutualTLS"}, "link": {"$ref": "#/components/securitySchemes/tls"},
      "odd": {"type": "saml"}, "keyless": {"type": "apiKey", "in": "body"},
      "nameless": {"type": "apiKey", "in": "query"}, "schemeless": {"type": "http"},
      "undiscovered": {"type": "openIdConnect"}
      """)
    #expect(head.securitySchemes.map(\.id) == ["tls", "link", "odd"])
    #expect(head.securityScheme("link")?.kind == .clientCertificate)
    #expect(
      head.problems.map { "\($0.place): \($0.reason)" } == [
        "security scheme odd: the type 'saml' is not known",
        "security scheme keyless: an API key is in 'query', 'header' or 'cookie', and not in 'body'",
        "security scheme nameless: an API key has no name",
        "security scheme schemeless: an HTTP scheme has no name",
        "security scheme undiscovered: the scheme has no 'openIdConnectUrl'",
      ])
  }

  @Test(arguments: [
    ("https://docs.example/v1/openapi.json", "token", "/v1/token"),
    ("https://docs.example/v1/openapi.json", "../token", "/token"),
    ("https://docs.example/v1/openapi.json", "/token?tenant=a", "/token"),
    ("https://docs.example/v1/openapi.json", "//auth.example/t", "//auth.example/t"),
    (
      "https://docs.example/v1/openapi.json", "https://auth.example/t?a=b",
      "https://auth.example/t?a=b"
    ),
    ("/home/me/openapi.json", "token", "token"), ("/home/me/openapi.json", "/token", "/token"),
  ])
  func `a relative address has the path of the description, and not its host`(
    source: String, address: String, expected: String
  ) throws {
    let head = try Self.head(
      #""s": {"type": "oauth2", "flows": {"password": {"tokenUrl": "\#(address)"}}}"#,
      source: source)
    #expect(head.securityScheme("s")?.kind == Self.oauth(.password, token: expected))
  }

  @Test(arguments: ["/.//evil.example/token", "////evil.example/token", ".//evil.example/token"])
  func `a relative address never becomes one with a host`(address: String) throws {
    let head = try Self.head(
      #""s": {"type": "oauth2", "flows": {"password": {"tokenUrl": "\#(address)"}}}"#,
      source: "https://docs.example/openapi.json")
    for address in try #require(head.securitySchemes.first).tokenAddresses {
      #expect(URL(string: address)?.host() == nil, "\(address)")
    }
  }

  private static let texts: [(SecurityScheme.Kind, String, String)] = [
    (.apiKey(name: "k", .query), "API key in the query k", ""), (.basic, "HTTP basic", ""),
    (.bearer, "HTTP bearer", ""), (.clientCertificate, "client certificate", ""),
    (.unsupported("no way"), "no way", ""),
    (
      oauth(
        .authorizationCode, .password, token: "/t", refresh: "/r", authorization: "https://a",
        scopes: ["x", "y"]),
      "OAuth 2: authorizationCode, password",
      ", token /t, refresh /r, authorization https://a, scopes x y"
    ),
    (
      oauth(.device, token: "https://t", device: "https://d"), "OAuth 2: device",
      ", token https://t, device https://d"
    ),
    (oauth(issuer: "https://id.example"), "OpenID Connect", ", issuer https://id.example"),
  ]

  @Test(arguments: texts)
  func `a kind has a text, and a summary with its addresses and scopes`(
    kind: SecurityScheme.Kind, text: String, rest: String
  ) {
    #expect(kind.text == text && kind.summary == text + rest)
  }

  @Test func `security requirements are alternative combinations`() throws {
    let operation = try ReadDescription(
      paths: #""/a": {"get": {"security": [{"a": ["x", "y"], "b": []}, {}]}}"#
    ).operations[0]
    #expect(
      operation.security == [
        SecurityRequirement([.init("a", scopes: ["x", "y"]), .init("b")]),
        SecurityRequirement([]),
      ])
  }

  @Test func `a requirement with a long name does not become weaker`() throws {
    let name = String(repeating: "n", count: 9_000)
    let operation = try ReadDescription(
      paths: #""/a": {"get": {"security": [{"\#(name)": []}]}}"#
    ).operations[0]
    #expect(operation.security?.first?.schemes.count == 1)
  }
}
