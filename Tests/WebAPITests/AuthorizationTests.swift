import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Synchronization
import Testing
import WebAPI
import WebMessages

@Suite struct AuthorizationTests {
  /// Signs with `token-1`, `token-2`, …: each recovery moves to the next token.
  final class Tokens: Authorizer {
    private let number = Mutex(1)
    let record = Record<String>()
    let recovers: Bool

    init(recovers: Bool = true) { self.recovers = recovers }

    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer token-\(number.withLock(\.self))"
    }

    func recover(from response: APIResponse) async -> Bool {
      record.add(response.request.headers["Authorization"] ?? "none")
      number.withLock { $0 += 1 }
      return recovers
    }
  }

  private func refusing(until token: String) -> StubTransport {
    StubTransport { request in
      HTTPResponse(status: request.headers["Authorization"] == "Bearer \(token)" ? 200 : 401)
    }
  }

  @Test func `a 401 is recovered from and replayed with the same key and body`() async throws {
    let transport = refusing(until: "token-2")
    let tokens = Tokens()
    let request = APIRequest(path: "x", method: .post, body: .json("text"))
    let response = try await request.response(on: StubClient(transport, authorizer: tokens))
    #expect(response.statusCode == 200)
    #expect(tokens.record.elements == ["Bearer token-1"])
    let sent = transport.requests
    #expect(sent.map { $0.headers["Authorization"] } == ["Bearer token-1", "Bearer token-2"])
    #expect(
      sent.map { $0.headers["Idempotency-Key"] } == [
        request.idempotencyKey, request.idempotencyKey,
      ])
    #expect(sent.map(\.body?.data) == [Data(#""text""#.utf8), Data(#""text""#.utf8)])
    #expect(sent.map(\.url.absoluteString) == Array(repeating: "https://shop.test/v1/x", count: 2))
  }

  /// Adds a token, unless the request has one of its own.
  private struct Polite: Authorizer {
    let tokens: Tokens
    let signInHint: String? = "sign in"

    func authorize(_ request: inout APIRequest) async throws {
      guard request.headers["Authorization"] == nil else { return }
      try await tokens.authorize(&request)
    }

    func recover(from response: APIResponse) async -> Bool { await tokens.recover(from: response) }
  }

  @Test func `a request whose own credential is refused is sent once, and says so`() async throws {
    let transport = refusing(until: "never")
    let tokens = Tokens()
    let request = APIRequest(path: "x", headers: ["Authorization": "Bearer mine"])
    let response = try await request.response(
      on: StubClient(transport, authorizer: Polite(tokens: tokens)))
    let error = #expect(throws: APIError.self) { try response.verify() }
    #expect(error?.remedy == "check the request's own Authorization, with which it was sent")
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer mine"])
    #expect(tokens.record.elements.isEmpty)
  }

  @Test func `a 403 to a request without credentials says how to sign in`() async throws {
    struct Nothing: Authorizer {
      let signInHint: String? = "sign in"
      func authorize(_ request: inout APIRequest) async throws {}
      func recover(from response: APIResponse) async -> Bool { false }
    }
    let transport = StubTransport(status: 403, json: "{}")
    func remedy(_ authorizer: any Authorizer) async throws -> String? {
      let response = try await APIRequest(path: "x")
        .response(on: StubClient(transport, authorizer: authorizer))
      return #expect(throws: APIError.self) { try response.verify() }?.remedy
    }
    #expect(try await remedy(Nothing()) == "sign in")
    #expect(try await remedy(Tokens()) == nil)
  }

  @Test func `there is one recovery and one replay`() async throws {
    let transport = refusing(until: "never")
    let tokens = Tokens()
    let response = try await APIRequest(path: "x")
      .response(on: StubClient(transport, authorizer: tokens))
    #expect(response.statusCode == 401)
    #expect(tokens.record.elements.count == 1)
    #expect(transport.requests.count == 2)
  }

  @Test func `a 401 without a recovery is not replayed`() async throws {
    let transport = refusing(until: "never")
    let client = try StubClient(transport, authorizer: Tokens(recovers: false))
    let response = try await APIRequest(path: "x").response(on: client)
    #expect(throws: APIError.self) { try response.verify() }
    #expect(transport.requests.count == 1)
  }

  @Test func `a request that does not authorize bypasses the authorizer`() async throws {
    let transport = refusing(until: "token-1")
    let tokens = Tokens()
    var request = APIRequest(path: "session", method: .post)
    request.authorizes = false
    let response = try await request.response(on: StubClient(transport, authorizer: tokens))
    #expect(response.statusCode == 401)
    #expect(tokens.record.elements.isEmpty)
    #expect(transport.requests.map { $0.headers["Authorization"] } == [nil])
  }

  @Test func `an authorizer's error reaches the caller unchanged`() async throws {
    struct Refusal: Error {}
    struct Refusing: Authorizer {
      func authorize(_ request: inout APIRequest) async throws { throw Refusal() }
      func recover(from response: APIResponse) async -> Bool { false }
    }
    let transport = StubTransport(status: 200)
    let client = try StubClient(transport, authorizer: Refusing())
    await #expect(throws: Refusal.self) { try await APIRequest(path: "x").response(on: client) }
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [HTTPMethod.get, .put])
  func `a recovery that fails ends the request with its cause`(method: HTTPMethod) async throws {
    struct Failing: Authorizer {
      func authorize(_ request: inout APIRequest) async throws {}
      func recover(from response: APIResponse) async throws -> Bool {
        throw APIError(
          .unconnected, detail: "why", request: "POST other", mayHaveBeenApplied: true)
      }
    }
    let client = try StubClient(StubTransport(status: 401), authorizer: Failing())
    let error = await #expect(throws: APIError.self) {
      try await APIRequest(path: "x", method: method).response(on: client)
    }
    var expected = APIError(.unconnected, detail: "why", request: "\(method.rawValue) x")
    expected.timesSent = 1
    #expect(error == expected)
  }

  @Test func `a refused request has its authorizer's remedy`() async throws {
    struct Knowing: Authorizer {
      func authorize(_ request: inout APIRequest) async throws {
        request.headers["Authorization"] = "Bearer token"
        request.remedy = "ask the owner"
      }
      func recover(from response: APIResponse) async -> Bool { false }
    }
    for (status, remedy) in [(401, "ask the owner"), (403, nil)] {
      let client = try StubClient(StubTransport(status: status), authorizer: Knowing())
      let response = try await APIRequest(path: "x").response(on: client)
      let error = #expect(throws: APIError.self) { try response.verify() }
      #expect(error?.remedy == remedy)
    }
  }

  @Test func `a refused request's remedy says how to sign in, unless it has its own`()
    async throws
  {
    struct Asking: Authorizer {
      let signInHint: String? = "sign in"
      var own: String?
      func authorize(_ request: inout APIRequest) async throws {
        if let own { request.remedy = own }
      }
      func recover(from response: APIResponse) async throws -> Bool {
        guard response.request.path == "renewed" else { return false }
        throw APIError(.unauthorized, status: 401)
      }
    }
    let cases: [(APIPath, String?, String)] = [
      ("x", nil, "sign in"), ("x", "renew it", "renew it"), ("renewed", nil, "sign in"),
    ]
    for (path, own, remedy) in cases {
      let client = try StubClient(StubTransport(status: 401), authorizer: Asking(own: own))
      let error = await #expect(throws: APIError.self) {
        try await APIRequest(path: path).response(on: client).verify()
      }
      #expect(error?.remedy == remedy)
    }
  }

  @Test func `an authorizer cannot send its credentials elsewhere`() async throws {
    struct Leading: Authorizer {
      let other: URL
      func authorize(_ request: inout APIRequest) async throws {
        request = APIRequest(url: other, headers: ["Authorization": "Bearer abc"])
      }
      func recover(from response: APIResponse) async -> Bool { false }
    }
    let transport = StubTransport(status: 200)
    let client = try StubClient(
      transport, authorizer: Leading(other: url("https://evil.test/x")))
    _ = try await APIRequest(path: "x").response(on: client)
    #expect(transport.requests.map(\.url.absoluteString) == ["https://shop.test/v1/x"])
  }

  static let ways: [(base: String, link: String?, trusted: Bool)] = [
    ("https://shop.test", nil, true), ("https://shop.test", "https://shop.test/other", true),
    ("https://shop.test", "HTTPS://SHOP.test:443/other", true),
    ("https://shop.test:8443", "https://shop.test:8443/other", true),
    ("http://localhost:80", nil, true), ("http://localhost:80", "http://localhost/other", true),
    ("http://127.0.0.1:8080", nil, true), ("http://127.1.2.3", nil, true),
    ("http://[::1]:8080", nil, true), ("http://shop.test", nil, false),
    ("http://127.0.0.1.evil.test", nil, false), ("http://localhost.evil.test", nil, false),
    ("http://127.evil.0.1", nil, false), ("http://128.0.0.1", nil, false),
    ("https://shop.test", "https://evil.test/", false),
    ("https://shop.test", "http://shop.test/", false),
    ("https://shop.test", "https://shop.test:8443/", false),
    ("https://shop.test", "https://shop.test.evil.test/", false),
    ("https://shop.test", "https://api.shop.test/", false),
    ("http://localhost:8080", "http://localhost:8081/", false),
    ("http://localhost:8080", "http://127.0.0.1:8080/", false),
  ]

  @Test(arguments: ways)
  func `credentials go only to the client's own origin, over https or to loopback`(
    base: String, link: String?, trusted: Bool
  ) async throws {
    let transport = refusing(until: "token-1")
    let tokens = Tokens()
    let client = try StubClient(transport, base: base, authorizer: tokens)
    var request = try link.map { try APIRequest(url: url($0)) } ?? APIRequest(path: "x")
    let response = try await request.response(on: client)
    #expect(response.statusCode == (trusted ? 200 : 401))
    #expect(tokens.record.elements.isEmpty)

    request.headers["authorization"] = "Basic hidden"
    request.authorizes = false
    let own = await failure { [request] in _ = try await request.response(on: client) }
    request.headers = [:]
    request.isConfidential = true
    let body = await failure { [request] in _ = try await request.response(on: client) }
    for error in [own, body] {
      #expect((error == nil) == trusted)
      #expect(error.map(\.code) ?? .invalid == .invalid)
      #expect(error?.description.contains("hidden") != true)
    }
    #expect(transport.requests.count == (trusted ? 3 : 1))
  }

  @Test func `a sent request's credentials are the authorizer's additions and cookies`()
    async throws
  {
    struct Signing: Authorizer {
      func authorize(_ request: inout APIRequest) async throws {
        request.headers["Authorization"] = "Bearer 0123456789"
        request.headers["X-Api-Key"] = "9876543210"
      }

      func recover(from response: APIResponse) async -> Bool { false }
    }
    let request = APIRequest(
      path: "x", headers: ["X-Public": "everybody knows", "Cookie": "a=b; session=abcdefgh"])
    #expect(request.credentials == ["abcdefgh"])
    let response = try await request.response(
      on: StubClient(StubTransport { _ in HTTPResponse(status: 200) }, authorizer: Signing()))
    #expect(Set(response.request.credentials) == ["0123456789", "9876543210", "abcdefgh"])
  }
}
