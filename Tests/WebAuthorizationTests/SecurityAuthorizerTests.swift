@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@testable import WebAuthorization

/// The schemes chosen for a request, from the requirements of its operation.
@Suite struct SecurityAuthorizerTests {
  private static func credential(_ scopes: [String]? = nil) -> Credential {
    Credential(user: "ann", scopes: scopes, origin: "https://api.test:443")
  }

  /// An authorizer with the schemes `a` to `e`: the first three have credentials, `c` with the scope `read`,
  /// and `e` authorizes the connection.
  private static func authorizer(usual: [SecurityRequirement]? = nil) -> SecurityAuthorizer {
    SecurityAuthorizer(
      [
        .init("a", RecordingAuthorizer(credential())),
        .init("b", RecordingAuthorizer(credential())),
        .init("c", RecordingAuthorizer(credential(["read"]))), .init("d", RecordingAuthorizer(nil)),
        .init("e", NoAuthorizer(), isOfConnection: true),
      ], usual: usual)
  }

  private static func requirement(_ text: String) -> SecurityRequirement {
    SecurityRequirement(
      text.split(separator: "+").map { part in
        let words = part.split(separator: ":").map(String.init)
        return SecurityRequirement.Scheme(words[0], scopes: Array(words.dropFirst()))
      })
  }

  @Test(arguments: [
    (["a"], ["a"], []),
    (["a+b"], ["a", "b"], []),
    (["d", "b"], ["b"], []),
    (["a+d", "b"], ["b"], []),
    (["d"], [], ["d"]),
    (["a+d"], [], ["d"]),
    (["d+x", "a+d"], [], ["d"]),
    (["c:read"], ["c"], []),
    (["c:write", "b"], ["b"], []),
    (["c:write"], ["c"], []),
    (["", "a"], ["a"], []),
    (["", "d"], [], []),
    (["e"], ["e"], []),
    (["a+e"], ["a", "e"], []),
    (["unknown"], [], ["unknown"]),
    ([], [], []),
  ])
  func `the first available combination of schemes is used`(
    requirements: [String], chosen: [String], missing: [String]
  ) async throws {
    var request = APIRequest(path: "items")
    request.security = requirements.map(Self.requirement)
    let choice = try await Self.authorizer().choice(for: request)
    #expect(choice.chosen.map(\.scheme.id) == chosen)
    #expect(choice.missing.schemes == missing)
  }

  @Test func `scopes that were not granted are missing`() async throws {
    var request = APIRequest(path: "items")
    request.security = [Self.requirement("c:read:write")]
    let missing = try await Self.authorizer().missing(for: request)
    #expect(missing.schemes.isEmpty && missing.scopes == ["write"])
  }

  @Test func `a request without requirements gets the usual schemes, or all available ones`()
    async throws
  {
    let request = APIRequest(path: "items")
    let all = try await Self.authorizer().choice(for: request)
    #expect(all.chosen.map(\.scheme.id) == ["a", "b", "c"])
    let usual = try await Self.authorizer(usual: [Self.requirement("b")]).choice(for: request)
    #expect(usual.chosen.map(\.scheme.id) == ["b"])
    let none = try await Self.authorizer(usual: []).choice(for: request)
    #expect(none.chosen.isEmpty && none.missing == MissingAuthorization())
  }

  @Test func `fixed schemes are used for every request`() async throws {
    let fixed = SecurityAuthorizer(all: Self.authorizer().schemes)
    var request = APIRequest(path: "items")
    request.security = []
    let choice = try await fixed.choice(for: request)
    #expect(choice.chosen.map(\.scheme.id) == ["a", "b", "c"])
    #expect(choice.missing.schemes == ["d"])
  }

  @Test func `after a 401 only what the request used is renewed`() async throws {
    let (one, other) = (RecordingAuthorizer(), RecordingAuthorizer())
    let security = SecurityAuthorizer([.init("a", one), .init("b", other)], usual: nil)
    let transport = StubTransport { request in
      StubTransport.json(request.headers["Authorization"] == "Bearer token-1" ? 401 : 200, "{}")
    }
    var request = APIRequest(path: "items")
    request.security = [Self.requirement("b")]
    let response = try await request.response(
      on: try StubClient(
        transport, base: "https://api.test", version: nil, authorizer: security))
    #expect(response.statusCode == 200)
    #expect((one.renewals, other.renewals) == (0, 1))
    #expect(
      transport.requests.map { $0.headers["Authorization"] } == [
        "Bearer token-1", "Bearer token-2",
      ])
  }
}
