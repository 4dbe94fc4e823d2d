import Foundation
import SeashellTesting
import Testing

@testable import SeashellAPIs

@Suite struct TrustTests {
  /// Scheme, host and port, in the form that the program's own type for origins gives.
  private static func origin(_ url: String) -> String? {
    guard let url = URL(string: url), let scheme = url.scheme, let host = url.host() else {
      return nil
    }
    return "\(scheme)://\(host):\(url.port ?? (scheme == "https" ? 443 : 80))".lowercased()
  }

  private func base(_ url: String, typed: String = "https://api.example.com/docs/open.json")
    -> String
  {
    let addresses = ServerAddresses(typed: typed, origin: Self.origin)
    switch addresses.base(of: DescribedServer(url: url)) {
    case .typed(let url): return url
    case .foreign(let server): return "\(server.origin) | \(server.url) | \(server.typedURL)"
    case .unusable(let reason): return "unusable: \(reason)"
    }
  }

  @Test(arguments: [
    ("https://api.example.com/v1", "https://api.example.com/v1"),
    ("https://API.example.com:443/v1/", "https://API.example.com:443/v1"),
    ("/v1", "https://api.example.com/v1"), ("v1", "https://api.example.com/docs/v1"),
    ("..", "https://api.example.com"), ("/", "https://api.example.com"),
    ("/a/../b/./c", "https://api.example.com/b/c"), ("/../../x", "https://api.example.com/x"),
    ("//api.example.com/v1", "https://api.example.com/v1"),
  ])
  func `a server at the typed origin provides its path`(url: String, expected: String) {
    #expect(base(url) == expected)
  }

  @Test(arguments: [
    (
      "https://other.example/v1",
      "https://other.example:443 | https://other.example/v1 | https://api.example.com/v1"
    ),
    (
      "http://api.example.com/v1",
      "http://api.example.com:80 | http://api.example.com/v1 | https://api.example.com/v1"
    ),
    (
      "https://api.example.com:8443",
      "https://api.example.com:8443 | https://api.example.com:8443 | https://api.example.com"
    ),
    (
      "//other.example",
      "https://other.example:443 | https://other.example | https://api.example.com"
    ),
    (
      "https://api.example.com.evil.example/",
      "https://api.example.com.evil.example:443 | https://api.example.com.evil.example | https://api.example.com"
    ),
  ])
  func `a server on another origin must be agreed to`(url: String, expected: String) {
    #expect(base(url) == expected)
  }

  @Test(arguments: [
    ("ws://api.example.com", "the server's scheme is neither 'http' nor 'https'"),
    ("file:///etc", "the server's scheme is neither 'http' nor 'https'"),
    ("javascript:alert(1)", "the server's scheme is neither 'http' nor 'https'"),
    ("https://user@api.example.com", "the server's URL names a user"),
    ("https://api.example.com/a?b", "the server's URL has a query or a fragment"),
    ("https:///v1", "the server's URL names no host"),
    ("https:/v1", "the server's URL names no host"),
    ("/a b", "the server's URL has blanks, backslashes or other letters than ASCII"),
    (
      #"https:\\evil.example"#,
      "the server's URL has blanks, backslashes or other letters than ASCII"
    ),
    ("https://{host}/v1", "the server's variable 'host' has no value"), ("/{", "{"),
  ])
  func `some servers cannot be used`(url: String, reason: String) {
    #expect(base(url) == (reason == "{" ? "https://api.example.com/{" : "unusable: \(reason)"))
  }

  @Test func `without a typed URL a relative server cannot be used`() {
    #expect(base("/v1", typed: "/home/me/open.json") == "unusable: '/home/me/open.json' is no URL")
  }

  @Test func `variables have the values that are given, or their defaults`() {
    let addresses = ServerAddresses(typed: "https://eu.example.com", origin: Self.origin)
    let server = DescribedServer(
      url: "https://{region}.example.com/{version}",
      variables: [
        .init(name: "region", defaultValue: "eu", choices: ["eu", "us"]),
        .init(name: "version", defaultValue: "v1"),
      ])
    #expect(addresses.base(of: server) == .typed("https://eu.example.com/v1"))
    #expect(
      addresses.base(of: server, values: ["version": "v2"]) == .typed("https://eu.example.com/v2"))
    guard case .foreign(let us) = addresses.base(of: server, values: ["region": "us"]) else {
      Issue.record("not foreign")
      return
    }
    #expect(us.origin == "https://us.example.com:443")
    #expect(
      addresses.base(of: server, values: ["region": "evil.example/"])
        == .unusable("'evil.example/' is no value of the server's variable 'region'"))
  }

  @Test func `an audit lists each foreign origin with its operations`() throws {
    let text = ReadDescription.document(
      paths: """
        "/a": {"servers": [{"url": "https://up.example/1"}], "get": {}, "post": {},
          "put": {"servers": [{"url": "https://up.example/2"}, {"url": "/own"}]}},
        "/b": {"get": {"servers": [{"url": "ws://x.example"}]}}
        """, #""servers": [{"url": "https://api.example.com"}, {"url": "http://old.example"}]"#)
    let index = try DescriptionIndex(reading: Array(text.utf8), source: "/o.json", date: 0)
    let addresses = ServerAddresses(typed: "https://api.example.com/o.json", origin: Self.origin)
    let audit = try OriginAudit(index, addresses: addresses)
    #expect(
      audit.foreign == [
        .init(
          origin: "http://old.example:80", servers: ["http://old.example"], isGlobal: true,
          operations: []),
        .init(
          origin: "https://up.example:443",
          servers: ["https://up.example/1", "https://up.example/2"],
          isGlobal: false, operations: ["get-a", "post-a", "put-a"]),
      ])
    #expect(audit.unusable.map(\.operations) == [["get-b"]])
  }

  @Test func `an audit says which foreign origins sign users in or receive secrets`() throws {
    let text = ReadDescription.document(
      paths: "",
      """
      "components": {"securitySchemes": {
        "login": {"type": "oauth2", "flows": {
          "authorizationCode": {"authorizationUrl": "https://page.example/a",
            "tokenUrl": "https://token.example/t", "refreshUrl": "https://refresh.example/r"},
          "deviceAuthorization": {"deviceAuthorizationUrl": "https://device.example/d",
            "tokenUrl": "https://token.example/t"},
          "password": {"tokenUrl": "https://unused.example/t"},
          "implicit": {"authorizationUrl": "https://unused.example/a"}}},
        "own": {"type": "oauth2", "flows": {"password": {"tokenUrl": "/token"}}},
        "id": {"type": "openIdConnect",
          "openIdConnectUrl": "https://id.example/.well-known/openid-configuration"},
        "key": {"type": "apiKey", "in": "query", "name": "https://unused.example"}}}
      """)
    let index = try DescriptionIndex(reading: Array(text.utf8), source: "/o.json", date: 0)
    let addresses = ServerAddresses(typed: "https://api.example.com/o.json", origin: Self.origin)
    let audit = try OriginAudit(index, addresses: addresses)
    #expect(
      audit.foreign.map(\.origin) == [
        "https://token.example:443", "https://refresh.example:443", "https://page.example:443",
        "https://device.example:443", "https://id.example:443",
      ])
    #expect(audit.foreign.allSatisfy { $0.issuesTokens && $0.isGlobal })
  }
}
