import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

/// The header fields and query parameters that a client adds to each request.
@Suite struct AdditionTests {
  private static let key = "k3y-of-the-app"
  private static let appID = "app-id-12345"

  private static let additions = [
    APIRequestAddition(.header, "X-Team") { "a" },
    APIRequestAddition(.header, "X-Shop-Pass", isSecret: true) { key },
    APIRequestAddition(.query, "lang") { "en us" },
    APIRequestAddition(.query, "appid", isSecret: true) { appID },
  ]

  private static let sent = "https://shop.test/v1/x?lang=en%20us&appid=\(appID)"
  private static let shown = "https://shop.test/v1/x?lang=en%20us"

  private func client(
    _ transport: StubTransport, base: String = "https://shop.test",
    _ additions: [APIRequestAddition] = AdditionTests.additions
  ) throws -> StubClient {
    var client = try StubClient(transport, base: base)
    client.additions = additions
    return client
  }

  private struct Token: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer t"
    }

    func recover(from response: APIResponse) async -> Bool { false }
  }

  // MARK: Sending

  @Test(arguments: [nil, Token()] as [(any Authorizer)?])
  func `each request gets the client's additions, with or without an authorizer`(
    authorizer: (any Authorizer)?
  ) async throws {
    let transport = StubTransport(status: 200)
    var client = try client(transport)
    client.authorizer = authorizer
    for authorizes in [true, false] {
      var request = APIRequest(path: "x")
      request.authorizes = authorizes
      let response = try await request.response(on: client)
      #expect(response.request.url?.absoluteString == Self.shown)
    }
    #expect(transport.requests.map(\.url.absoluteString) == [Self.sent, Self.sent])
    for request in transport.requests {
      #expect(request.headers["X-Team"] == "a")
      #expect(request.headers["X-Shop-Pass"] == Self.key)
    }
    #expect(
      transport.requests.map { $0.headers["Authorization"] }
        == [authorizer.map { _ in "Bearer t" }, nil])
  }

  @Test func `a request's own value is sent instead of an addition`() async throws {
    let transport = StubTransport(status: 200)
    let request = APIRequest(
      path: "x", query: ["appid": "mine", "n": 1],
      headers: ["x-team": "b", "X-SHOP-PASS": "other"])
    let response = try await request.response(on: client(transport))
    let sent = try #require(transport.requests.first)
    #expect(sent.url.absoluteString == "https://shop.test/v1/x?appid=mine&n=1&lang=en%20us")
    #expect(sent.headers.values(of: "X-Team") == ["b"])
    #expect(sent.headers.values(of: "X-Shop-Pass") == ["other"])
    #expect(response.request.url == sent.url)
  }

  @Test func `an absolute address keeps its query and gets the additions`() async throws {
    let transport = StubTransport(status: 200)
    let request = APIRequest(url: try url("https://shop.test/any?b=%ZZ&appid"))
    _ = try await request.response(on: client(transport))
    #expect(
      transport.requests.map(\.url.absoluteString)
        == ["https://shop.test/any?b=%25ZZ&appid&lang=en%20us"])
  }

  @Test func `additions are computed for each try, and their error ends the request`()
    async throws
  {
    struct Missing: Error {}
    let count = Counter()
    let transport = scripted(.answers(503), .answers(200))
    var client = try client(
      transport, [APIRequestAddition(.header, "X-Try") { "\(count.next())" }])
    client.retries = retries(InstantClock())
    _ = try await APIRequest(path: "x").response(on: client)
    #expect(transport.requests.map { $0.headers["X-Try"] } == ["0", "1"])
    client.additions = [APIRequestAddition(.header, "X-Try") { throw Missing() }]
    await #expect(throws: Missing.self) { try await APIRequest(path: "x").response(on: client) }
    #expect(transport.requests.count == 2)
  }

  // MARK: Where they go

  @Test func `another origin gets no additions`() async throws {
    let transport = StubTransport(status: 200)
    let request = APIRequest(url: try url("https://images.test/p.png?w=1"))
    _ = try await request.response(on: client(transport))
    let sent = try #require(transport.requests.first)
    #expect(sent.url.absoluteString == "https://images.test/p.png?w=1")
    #expect(sent.headers.map(\.name) == ["Accept"])
  }

  @Test(arguments: [
    (
      "https://shop.test/v1/y?appid=app-id-12345",
      "https://shop.test/v1/y?lang=en%20us&appid=app-id-12345"
    ),
    ("/v1/y", "https://shop.test/v1/y?lang=en%20us&appid=app-id-12345"),
    // Values that the server repeats are not sent elsewhere either.
    ("https://other.test/y?a=1&appid=app-id-12345", "https://other.test/y?a=1"),
  ])
  func `a redirect within the origin gets the additions, and one to another origin does not`(
    location: String, address: String
  ) async throws {
    let transport = scripted(.answers(302, ["Location": location]), .answers(200))
    _ = try await APIRequest(path: "x").response(on: client(transport))
    let last = try #require(transport.requests.last)
    #expect(last.url.absoluteString == address)
    let leaves = address.hasPrefix("https://other.test")
    #expect(last.headers["X-Team"] == (leaves ? nil : "a"))
    #expect(last.headers["X-Shop-Pass"] == (leaves ? nil : Self.key))
  }

  @Test func `additions are not sent after a redirect that led away and back`() async throws {
    let transport = scripted(
      .answers(302, ["Location": "https://other.test/y"]),
      .answers(302, ["Location": "https://shop.test/v1/z"]), .answers(200))
    _ = try await APIRequest(path: "x").response(on: client(transport))
    let last = try #require(transport.requests.last)
    #expect(last.url.absoluteString == "https://shop.test/v1/z")
    #expect(last.headers["X-Shop-Pass"] == nil)
  }

  @Test func `a redirect to the same address with a credential is a loop`() async throws {
    let transport = scripted(.answers(302, ["Location": Self.sent]))
    let error = await failure {
      _ = try await APIRequest(path: "x").response(on: client(transport))
    }
    #expect(error?.code == .limit)
    #expect(transport.requests.count <= 6)
  }

  @Test
  func `credential additions are not sent over http to other machines, but other additions are`()
    async throws
  {
    let transport = StubTransport(status: 200)
    let far = try client(transport, base: "http://shop.test")
    let error = await failure { _ = try await APIRequest(path: "x").response(on: far) }
    #expect(error?.code == .invalid)
    #expect(error?.detail?.contains("http://shop.test") == true)
    #expect(transport.requests.isEmpty)
    let plain = try client(
      transport, base: "http://shop.test", Self.additions.filter { !$0.isSecret })
    _ = try await APIRequest(path: "x").response(on: plain)
    let near = try client(transport, base: "http://127.0.0.1:8080")
    _ = try await APIRequest(path: "x").response(on: near)
    #expect(transport.requests.map { $0.headers["X-Team"] } == ["a", "a"])
    #expect(transport.requests.map { $0.headers["X-Shop-Pass"] } == [nil, Self.key])
  }

  @Test func `the next page gets the additions once, and its request does not show them`()
    async throws
  {
    let next = "https://shop.test/v1/x?page=2&appid=\(Self.appID)"
    let transport = scripted(
      .answers(200, ["Link": "<\(next)>; rel=\"next\""], "[1]"), .answers(200, [:], "[2]"))
    let client = try client(transport)
    let first: APIPage<Int> = try await APIRequest(path: "x").response(on: client).pagedResource()
    let request = try #require(first.next)
    #expect(request.url?.absoluteString == "https://shop.test/v1/x?page=2")
    #expect(request.headers["X-Shop-Pass"] == nil)
    #expect(first.url?.absoluteString == Self.shown)
    _ = try await request.response(on: client)
    #expect(
      transport.requests.last?.url.absoluteString
        == "https://shop.test/v1/x?page=2&lang=en%20us&appid=\(Self.appID)")
    #expect(transport.requests.last?.headers["X-Shop-Pass"] == Self.key)
  }

  @Test func `a request moved to another client loses the first client's additions`() async throws {
    let transport = StubTransport(status: 200)
    let response = try await APIRequest(path: "x").response(on: client(transport))
    var next = response.request
    next.url = nil
    #expect(next.additions.count == 4)
    let other = try StubClient(transport, base: "https://b.test")
    let again = try await APIRequest(path: "x").response(on: other)
    #expect(again.request.additions.isEmpty)
    #expect(try await next.response(on: other).request.additions.isEmpty)
  }

  // MARK: What shows them

  @Test(arguments: [true, false])
  func `neither a trace nor a line of curl has the credentials`(isCurl: Bool) async throws {
    let record = Record<String>()
    let transport = scripted(
      .answers(302, ["Location": "/v1/y?appid=\(Self.appID)"]), .answers(200))
    var client = try client(transport)
    if isCurl { client.commands = record } else { client.traced = record }
    _ = try await APIRequest(path: "x", query: ["appid": "mine-is-secret"]).response(on: client)
    let lines = record.elements.joined(separator: "\n")
    for secret in [Self.key, Self.appID, "mine-is-secret"] { #expect(!lines.contains(secret)) }
    #expect(lines.contains("https://shop.test/v1/x?appid=…&lang=en%20us"))
    #expect(lines.contains(isCurl ? "-H 'X-Shop-Pass: …'" : "> X-Shop-Pass: 14 bytes"))
    #expect(lines.contains(isCurl ? "-H 'X-Team: a'" : "> X-Team: 1 byte"))
    #expect(isCurl || lines.contains("< Location: /v1/y?appid=…"))
  }

  @Test func `an error does not repeat added credentials`() async throws {
    let transport = StubTransport(
      status: 403, headers: ["Content-Type": "application/json"],
      #"{"errors":[{"title":"bad app","detail":"\#(Self.appID) and \#(Self.key) are no good"}]}"#)
    let response = try await APIRequest(path: "x").response(on: client(transport))
    let error = await failure { try response.verify() }
    let text = try #require(error.map { "\($0)" })
    #expect(!text.contains(Self.appID) && !text.contains(Self.key))
    #expect(response.request.credentials.sorted() == [Self.appID, Self.key])
  }

  @Test func `a hook does not see added credentials`() async throws {
    var response = try await APIRequest(path: "x").response(on: client(StubTransport(status: 200)))
    try await response.hidingCredentials { visible in
      #expect(visible.request.url?.absoluteString == Self.shown)
      #expect(visible.request.headers["X-Shop-Pass"] == nil)
      #expect(visible.request.headers["X-Team"] == "a")
      #expect(visible.request.credentials.isEmpty)
    }
  }

  @Test func `a stored response is used only for the same credential`() async throws {
    let transport = StubTransport(status: 200, headers: ["ETag": "\"1\""], "x")
    var client = try client(transport)
    client.cache = ResponseCache()
    func tag(_ key: String) async throws -> String? {
      client.additions = [APIRequestAddition(.query, "appid", isSecret: true) { key }]
      _ = try await APIRequest(path: "x").response(on: client)
      return transport.requests.last?.headers["If-None-Match"]
    }
    #expect(try await tag("first-key") == nil)
    #expect(try await tag("first-key") == "\"1\"")
    #expect(try await tag("other-key") == nil)
  }

  private struct Refused: Error {}

  private struct Keeper: WriteDeferral {
    let record: Record<String>

    func willSend(_ request: APIRequest) async throws {
      record.add(request.credentialName ?? "none")
      record.add(
        StoredRequest(request, address: "https://shop.test/v1").map { "\($0.head)" } ?? "nothing")
      throw Refused()
    }

    func didFail(_ request: APIRequest, _ error: APIError) async throws {}
  }

  @Test(arguments: [
    (APIRequest(path: "x", method: .post), "none"),
    (APIRequest(path: "x", method: .post, query: ["appid": "mine"]), "appid"),
    (APIRequest(path: "x", method: .post, headers: ["x-shop-pass": "mine"]), "x-shop-pass"),
  ])
  func `a queued write has no additions, and its own value of that name is a credential`(
    request: APIRequest, name: String
  ) async throws {
    var client = try client(StubTransport(status: 200))
    let record = Record<String>()
    client.deferral = Keeper(record: record)
    await #expect(throws: Refused.self) { try await request.response(on: client) }
    #expect(record.elements.first == name)
    #expect(!record.elements[1].contains(Self.key) && !record.elements[1].contains(Self.appID))
  }
}
