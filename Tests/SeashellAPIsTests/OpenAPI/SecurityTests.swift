import Testing

@testable import SeashellAPIs

@Suite struct SecurityTests {
  @Test func `each kind of security scheme is read`() throws {
    let head = try ReadDescription(
      paths: "",
      """
      "components": {"securitySchemes": {
        "bearer": {"type": "http", "scheme": "Bearer", "bearerFormat": "JWT", "description": "d"},
        "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://id.example/c"},
        "tls": {"type": "mutualTLS", "deprecated": true},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
        "login": {"type": "oauth2", "flows": {
          "authorizationCode": {"authorizationUrl": "https://a", "tokenUrl": "https://t",
            "refreshUrl": "https://r", "scopes": {"b": "B", "a": "A"}},
          "deviceAuthorization": {"deviceAuthorizationUrl": "https://d", "tokenUrl": "https://t"},
          "implicit": {"authorizationUrl": "https://a"}}},
        "link": {"$ref": "#/components/securitySchemes/tls"},
        "odd": {"type": "saml"}, "keyless": {"type": "apiKey", "in": "body"},
        "nameless": {"type": "apiKey", "in": "query"}
      }}
      """, version: "3.1.0"
    ).head
    #expect(
      head.securityScheme("bearer")?.kind == .http(scheme: "bearer", bearerFormat: "JWT"))
    #expect(head.securityScheme("oidc")?.kind == .openIDConnect(url: "https://id.example/c"))
    #expect(head.securityScheme("tls")?.kind == .mutualTLS)
    #expect(head.securityScheme("tls")?.isDeprecated == true)
    #expect(head.securityScheme("link")?.kind == .mutualTLS)
    #expect(head.securityScheme("cookie")?.kind == .apiKey(name: "sid", location: .cookie))
    #expect(head.securityScheme("odd")?.kind == .unknown("saml"))
    guard case .oauth2(let flows) = head.securityScheme("login")?.kind else {
      Issue.record("no flows")
      return
    }
    #expect(flows.map(\.kind) == [.authorizationCode, .implicit, .deviceAuthorization])
    #expect(flows[0].scopes.map(\.name) == ["b", "a"] && flows[0].refreshURL == "https://r")
    #expect(flows[2].deviceAuthorizationURL == "https://d")
    #expect(
      head.problems.map { "\($0.place): \($0.reason)" } == [
        "security scheme odd: the type 'saml' is not known",
        "security scheme keyless: an API key is in 'query', 'header' or 'cookie', and not in 'body'",
        "security scheme nameless: an API key has no name",
      ])
  }

  @Test func `security requirements are alternative combinations`() throws {
    let operation = try ReadDescription(
      paths: #""/a": {"get": {"security": [{"a": ["x", "y"], "b": []}, {}]}}"#
    ).operations[0]
    #expect(
      operation.security == [
        DescribedSecurityRequirement([.init(id: "a", scopes: ["x", "y"]), .init(id: "b")]),
        DescribedSecurityRequirement([]),
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
