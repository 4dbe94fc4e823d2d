import FoundationEssentials
import SeashellTesting
import Testing
import WebAuthorization
import WebMessages

@testable import SeashellAPIs

/// The credential that a user gives for a description.
@Suite struct CredentialTransportTests {
  private static func key(_ text: String = "X-Key: hunter2") throws -> GivenCredential {
    try GivenCredential(parameter: text)
  }

  /// The addresses that were requested with the key.
  private static func keyed(_ site: StubSite) -> [String] {
    site.transport.requests.filter { $0.headers["X-Key"] == "hunter2" }.map(\.url.absoluteString)
  }

  @Test func `only the typed origin gets it, also after redirects and for referenced documents`()
    async throws
  {
    let site = StubSite([
      "https://api.test/spec": .redirect("/d/spec"),
      "https://api.test/d/spec": .redirect("https://cdn.test/spec"),
      "https://cdn.test/spec": StubSite.openAPI, "https://cdn.test/a": .text(""),
      "https://api.test:8443/b": .text(""), "https://api.test/c": .text(""),
    ])
    let typed = try url("https://api.test/spec")
    let maker = try Self.key().transport(for: typed) { [transport = site.transport] _ in transport }
    guard case .found(let found) = try await DescriptionFetcher(transport: maker).find(at: typed)
    else { return #expect(Bool(false)) }
    let other = try origin("https://api.test:8443")
    let fetcher = ReferenceFetcher(for: found, agreedOrigins: [other], transport: maker)
    _ = try await fetcher.documents(for: Array("a".utf8), at: found.location) { bytes, _ in
      bytes.isEmpty ? [] : ["a", "https://api.test:8443/b", "https://api.test/c"]
    }
    #expect(
      Self.keyed(site) == [
        "https://api.test/spec", "https://api.test/d/spec", "https://api.test/c",
      ])
    #expect(site.requested.count == 6)
  }

  @Test(
    arguments: [
      ("X-Key: k", .apiKey(name: "x-key", .header), nil, "k"),
      ("X-Key: k", .apiKey(name: "Other", .header), nil, nil),
      ("X-Key: k", .apiKey(name: "X-Key", .query), nil, nil), ("X-Key: k", .bearer, nil, nil),
      ("Authorization: Bearer abc", .bearer, nil, "abc"),
      ("authorization:bearer  abc", .bearer, nil, "abc"),
      ("Authorization: Token abc", .bearer, nil, nil),
      ("Authorization: Token abc", .apiKey(name: "Authorization", .header), nil, "Token abc"),
      ("Authorization: Basic YW5uOmE6Yg==", .basic, "ann", "a:b"),
      ("Authorization: Basic x", .basic, nil, nil),
      ("Authorization: Bearer abc", .session, nil, nil),
    ] as [(String, SecurityScheme.Kind, String?, String?)])
  func `a scheme keeps what it sends itself`(
    field: String, kind: SecurityScheme.Kind, user: String?, secret: String?
  ) throws {
    let parts = try Self.key(field).parts(for: kind)
    #expect(parts?.user == user && parts?.secret.text == secret)
  }

  @Test(
    arguments: [
      ("X-Key: k", .apiKey(name: "X-Key", .header)), ("Authorization: Bearer abc", .bearer),
      ("Authorization: Basic YW5uOmE6Yg==", .basic),
      ("Authorization: Token abc", .apiKey(name: "Authorization", .header)),
    ] as [(String, SecurityScheme.Kind)])
  func `without a description it has a scheme of its own`(field: String, kind: SecurityScheme.Kind)
    throws
  {
    #expect(try Self.key(field).ownScheme == SecurityScheme("auth", kind))
  }

  @Test(arguments: ["", "X-Key", "X-Key:", ": k", "X Key: k", "Host: a", "X-Key: a\u{7}b"])
  func `what is not a header field is refused`(text: String) {
    #expect(throws: (any Error).self) { try Self.key(text) }
  }
}
