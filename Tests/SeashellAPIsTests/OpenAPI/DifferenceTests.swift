import SeashellTesting
import Testing

@testable import SeashellAPIs

@Suite struct DifferenceTests {
  private func difference(_ old: String, _ new: String) throws -> DescriptionDifference {
    let indexes = try [old, new].map {
      try DescriptionIndex(reading: Array($0.utf8), source: "/o.json", date: 0)
    }
    return try DescriptionDifference(old: indexes[0], new: indexes[1])
  }

  private func changes(_ old: String, _ new: String, _ others: (String, String) = ("", "")) throws
    -> [String]
  {
    let difference = try difference(
      ReadDescription.document(paths: old, others.0), ReadDescription.document(paths: new, others.1)
    )
    return difference.changes.map { "\($0.kind.rawValue) \($0.id ?? "-"): \($0.old) > \($0.new)" }
  }

  @Test func `added and removed operations are found`() throws {
    let difference = try difference(
      ReadDescription.document(paths: #""/a": {"get": {"operationId": "a"}}, "/b": {"get": {}}"#),
      ReadDescription.document(paths: #""/a": {"get": {"operationId": "b"}}, "/c": {"get": {}}"#))
    #expect(difference.added.map(\.id) == ["get-c"] && difference.removed.map(\.id) == ["get-b"])
    #expect(difference.changes.isEmpty && !difference.isEmpty)
  }

  @Test func `a description that stays has no difference`() throws {
    #expect(
      try difference(DescribedOperationTests.library, DescribedOperationTests.library).isEmpty)
  }

  @Test(arguments: [
    (
      #""/a": {"post": {"operationId": "x"}}"#, #""/b": {"post": {"operationId": "x"}}"#,
      ["writePath x: POST /a > POST /b"]
    ),
    (#""/a": {"get": {"operationId": "x"}}"#, #""/b": {"get": {"operationId": "x"}}"#, []),
    (
      #""/a": {"get": {"operationId": "x"}}"#, #""/a": {"delete": {"operationId": "x"}}"#,
      ["method x: GET /a > DELETE /a"]
    ),
    (
      #""/a": {"delete": {}}"#, #""/a": {"delete": {"x-read-only": true}}"#,
      ["markedAsRead delete-a: a write > a read"]
    ),
    (#""/a": {"delete": {"x-read-only": true}}"#, #""/a": {"delete": {}}"#, []),
    (
      #""/a": {"get": {}}"#, #""/a": {"get": {"x-cli-hidden": true}}"#,
      ["hidden get-a: shown > hidden"]
    ),
    (
      #""/a": {"get": {}}"#, #""/a": {"get": {"x-cli-ignore": true}}"#,
      ["hidden get-a: shown > ignored"]
    ),
    (
      #""/a": {"get": {"security": [{"k": []}]}}"#, #""/a": {"get": {"security": []}}"#,
      ["noSecurity get-a: k > none"]
    ),
    (
      #""/a": {"get": {"security": [{"k": []}]}}"#,
      #""/a": {"get": {"security": [{"k": []}, {}]}}"#,
      ["noSecurity get-a: k > k, none"]
    ),
    (
      #""/a": {"get": {"security": [{"k": ["r"]}]}}"#,
      #""/a": {"get": {"security": [{"k": ["r", "w"]}]}}"#,
      ["security get-a: k(r) > k(r w)"]
    ),
    (
      #""/a": {"get": {}}"#, #""/a": {"servers": [{"url": "https://e.example"}], "get": {}}"#,
      ["servers get-a: the API's > https://e.example"]
    ),
    (#""/a": {"get": {"summary": "x"}}"#, #""/a": {"get": {"summary": "y"}}"#, []),
  ])
  func `changes of an operation that affect trust are found`(
    old: String, new: String, expected: [String]
  ) throws {
    #expect(try changes(old, new) == expected)
  }

  @Test func `changes of the API that affect trust are reported once`() throws {
    let paths = #""/a": {"get": {}}, "/b": {"get": {}}"#
    let old = """
      "servers": [{"url": "/v1"}], "security": [{"k": []}],
      "components": {"securitySchemes": {"k": {"type": "apiKey", "in": "header", "name": "K"},
        "o": {"type": "oauth2", "flows": {"password": {"tokenUrl": "https://t", "scopes": {"r": ""}}}},
        "b": {"type": "http", "scheme": "basic"}}}
      """
    let new = """
      "servers": [{"url": "/{v}", "variables": {"v": {"default": "v2", "enum": ["v1", "v2"]}}}],
      "components": {"securitySchemes": {"k": {"type": "apiKey", "in": "query", "name": "K"},
        "o": {"type": "oauth2", "flows": {"password": {"tokenUrl": "https://e", "scopes": {"r": "x"}}}},
        "n": {"type": "http", "scheme": "bearer"}}}
      """
    #expect(
      try changes(paths, paths, (old, new)) == [
        "servers -: /v1 > /{v} (v=v2 of v1|v2)", "noSecurity -: k > none",
        "securityScheme k: API key in the header K > API key in the query K",
        "securityScheme o: OAuth 2: password, token https://t, scopes r > OAuth 2: password, token https://e, scopes r",
        "securityScheme b: HTTP basic > none",
      ])
  }

  @Test(arguments: [
    (
      #""type": "http", "scheme": "basic""#, #""type": "http", "scheme": "digest""#,
      "HTTP basic > the scheme 'digest' is not supported"
    ),
    (
      #""type": "oauth2", "flows": {"authorizationCode": {"authorizationUrl": "/a", "tokenUrl": "/t"}}"#,
      #""type": "oauth2", "flows": {"authorizationCode": {"authorizationUrl": "//e/a", "tokenUrl": "/t"}}"#,
      "OAuth 2: authorizationCode, token /t, authorization /a"
        + " > OAuth 2: authorizationCode, token /t, authorization //e/a"
    ),
    (
      #""type": "oauth2", "flows": {"password": {"tokenUrl": "/t", "scopes": {"r": ""}}}"#,
      #""type": "oauth2", "flows": {"password": {"tokenUrl": "/t", "scopes": {"r": "", "w": ""}}}"#,
      "OAuth 2: password, token /t, scopes r > OAuth 2: password, token /t, scopes r w"
    ),
    (
      #""type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "/t", "refreshUrl": "/r"}}"#,
      #""type": "oauth2", "flows": {"password": {"tokenUrl": "/t", "refreshUrl": "/e"}}"#,
      "OAuth 2: clientCredentials, token /t, refresh /r > OAuth 2: password, token /t, refresh /e"
    ),
    (
      #""type": "openIdConnect", "openIdConnectUrl": "https://a/.well-known/openid-configuration""#,
      #""type": "openIdConnect", "openIdConnectUrl": "https://e/.well-known/openid-configuration""#,
      "OpenID Connect, issuer https://a > OpenID Connect, issuer https://e"
    ),
  ])
  func `another kind, address, flow or scope of a scheme is found`(
    old: String, new: String, expected: String
  ) throws {
    func schemes(_ members: String) -> String {
      #""components": {"securitySchemes": {"s": {\#(members)}}}"#
    }
    #expect(
      try changes("", "", (schemes(old), schemes(new))) == ["securityScheme s: \(expected)"])
  }
}
