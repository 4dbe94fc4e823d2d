import CoreEvents
import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@Suite struct RedirectTests {
  private struct Token: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer secret-token"
    }
    func recover(from response: APIResponse) async -> Bool { true }
  }

  /// A server whose pages redirect to absolute addresses.
  private func redirecting(_ pages: [String: String], status: Int = 302) -> StubTransport {
    StubTransport { request in
      guard let target = pages[request.url.absoluteString] else {
        return HTTPResponse(status: 200, body: HTTPBody(Data("here".utf8)))
      }
      return HTTPResponse(
        status: status, headers: ["Location": target], body: HTTPBody(Data("moved".utf8)))
    }
  }

  private static let start = "https://shop.test/v1/x"

  @Test(arguments: [301, 302, 303, 307, 308])
  func `redirects of reads are followed`(status: Int) async throws {
    for method in [HTTPMethod.get, .head] {
      let transport = redirecting([Self.start: "/v1/y?z=1#part"], status: status)
      let client = try StubClient(transport, authorizer: Token())
      let response = try await APIRequest(path: "x", method: method).response(on: client)
      #expect(response.statusCode == 200)
      #expect(response.request.url?.absoluteString == "https://shop.test/v1/y?z=1")
      #expect(transport.requests.map(\.method) == [method, method])
      #expect(
        transport.requests.map { $0.headers["Authorization"] }
          == ["Bearer secret-token", "Bearer secret-token"])
    }
  }

  @Test func `another origin gets no Host of the first one, nor what was left out`() async throws {
    let other = "https://other.test/y"
    let transport = redirecting([Self.start: "/v1/z", "https://shop.test/v1/z": other])
    let client = try StubClient(transport, authorizer: Token())
    var request = APIRequest(path: "x", headers: ["Host": "inner.test", "X-Any": "1"])
    #expect(request.headers.add(typed: "User-Agent:") == nil)
    _ = try await request.response(on: client)
    #expect(transport.requests.map { $0.headers["Host"] } == ["inner.test", "inner.test", nil])
    #expect(transport.requests.map { $0.headers["X-Any"] } == ["1", "1", nil])
    #expect(transport.requests.map { $0.headers["Authorization"] != nil } == [true, true, false])
    #expect(transport.requests.map(\.headers.omitted) == Array(repeating: ["user-agent"], count: 3))
  }

  @Test func `a read with a body is not redirected`() async throws {
    let transport = redirecting([Self.start: "/v1/y"], status: 307)
    let request = APIRequest(path: "x", body: .json(["a": 1]))
    let error = await #expect(throws: APIError.self) {
      try await request.response(on: StubClient(transport))
    }
    #expect(error?.detail == "a request with a body is not redirected")
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [300, 304, 305, 306])
  func `other statuses are not redirects`(status: Int) async throws {
    let transport = redirecting([Self.start: "/v1/y"], status: status)
    let response = try await APIRequest(path: "x").response(on: StubClient(transport))
    #expect(response.statusCode == status)
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
  func `redirects of writes are never followed, and the error says so`(method: HTTPMethod)
    async throws
  {
    for status in [301, 302, 303, 307, 308] {
      let transport = redirecting([Self.start: "/v1/y"], status: status)
      let request = APIRequest(path: "x", method: method)
      let error = await failure {
        try await request.response(on: StubClient(transport)).verify()
      }
      #expect(transport.requests.count == 1)
      #expect(error?.code == .unavailable)
      #expect(error?.status == status)
      #expect(
        error?.detail == "the server redirects a write, but only redirects of reads are followed")
      #expect(error?.remedy == "send it to https://shop.test/v1/y")
    }
  }

  @Test(arguments: [
    "https://other.test/y", "https://shop.test:8443/y", "https://sub.shop.test/y",
    "//other.test/y",
  ])
  func `possible credentials are sent neither to another origin nor from there`(target: String)
    async throws
  {
    let away = try #require(
      URL(string: target, relativeTo: try url(Self.start))?.absoluteURL.absoluteString)
    let transport = redirecting([Self.start: target, away: "https://shop.test/v1/z"])
    var client = try StubClient(transport, authorizer: Token())
    client.cache = ResponseCache()
    let headers: HTTPHeaders = [
      "Cookie": "c=secret", "X-Api-Key": "secret", "Accept-Language": "de",
      "If-None-Match": "\"1\"",
    ]
    let request = APIRequest(path: "x", headers: headers)
    #expect(try await request.response(on: client).statusCode == 200)
    let sent = transport.requests
    #expect(sent.count == 3)
    #expect(sent[0].headers["Authorization"] != nil && sent[0].headers["X-Api-Key"] == "secret")
    for message in sent.dropFirst() {
      #expect(Set(message.headers.map(\.name)) == ["Accept", "Accept-Language"])
    }
  }

  @Test func `a 401 from another origin is not recovered from`() async throws {
    let transport = StubTransport { request in
      request.url.host() == "shop.test"
        ? HTTPResponse(status: 302, headers: ["Location": "https://other.test/"])
        : HTTPResponse(status: 401)
    }
    let client = try StubClient(transport, authorizer: Token())
    #expect(try await APIRequest(path: "x").response(on: client).statusCode == 401)
    #expect(transport.requests.count == 2)
  }

  @Test(
    arguments: [
      (nil, "the server redirects without a 'Location'"),
      ("  ", "the server redirects without a 'Location'"),
      ("https://", "the server redirects to an invalid address"),
      (
        "http://shop.test/v1/y",
        "the server redirects from https to http, which is not encrypted"
      ),
      ("ftp://shop.test/y", "the server redirects to an unsupported scheme, 'ftp'"),
      ("file:///etc/passwd", "the server redirects to an unsupported scheme, 'file'"),
      (
        "https://me:secret@shop.test/",
        "the server redirects to an address with a user name or a password"
      ),
    ] as [(String?, String)])
  func `a redirect that must not or cannot be followed sends nothing`(
    location: String?, reason: String
  )
    async throws
  {
    var headers = HTTPHeaders()
    headers["Location"] = location
    let transport = StubTransport(status: 302, headers: headers)
    let error = await failure {
      _ = try await APIRequest(path: "x").response(on: StubClient(transport))
    }
    #expect(error?.code == .unavailable)
    #expect(error?.status == 302)
    #expect(error?.detail == reason)
    #expect(transport.requests.count == 1)
  }

  @Test(
    arguments: [(5, 5, nil), (6, 5, .limit), (1, 0, .limit), (0, 0, nil)]
      as [(Int, Int, APIError.Code?)])
  func `the number of redirects in a row is limited`(count: Int, maximum: Int, code: APIError.Code?)
    async throws
  {
    let sent = Counter()
    let transport = StubTransport { _ in
      let number = sent.next()
      return number < count
        ? HTTPResponse(status: 307, headers: ["Location": "/v1/\(number)"])
        : HTTPResponse(status: 200)
    }
    var client = try StubClient(transport)
    client.maximumRedirects = maximum
    let error = await failure { [client] in _ = try await APIRequest(path: "x").response(on: client)
    }
    #expect(error?.code == code)
    #expect(error == nil || error?.detail == "more than \(maximum) redirects in a row")
  }

  @Test func `redirects in a circle are detected`() async throws {
    let transport = redirecting([Self.start: "/v1/y", "https://shop.test/v1/y": "/v1/x"])
    let error = await failure {
      _ = try await APIRequest(path: "x").response(on: StubClient(transport))
    }
    #expect(error?.code == .limit)
    #expect(error?.detail == "the redirects form a loop")
    #expect(transport.requests.count == 2)
  }

  @Test func `a list redirected to another origin is not continued there`() async throws {
    let transport = StubTransport { request in
      guard request.url.host() == "other.test" else {
        return HTTPResponse(status: 302, headers: ["Location": "https://other.test/list"])
      }
      return HTTPResponse(
        status: 200, headers: ["Link": "</list?page=2>; rel=next"],
        body: HTTPBody(Data("[1]".utf8)))
    }
    let client = try StubClient(transport)
    let first: APIPage<Int> = try await APIRequest(path: "x").response(on: client).pagedResource()
    let error = await #expect(throws: APIPageError.self) {
      try await first.forEachPage(
        of: "numbers", following: { try await $0.response(on: client).pagedResource() }, { _ in })
    }
    #expect(error?.description == "only the first 1 numbers came")
    #expect(
      (error?.cause as? APIError)?.detail
        == "the next page is at https://other.test, but a list must stay at https://shop.test")
    #expect(transport.requests.count == 2)
  }

  @Test func `a link to the next page does not leave the service, by itself or by a redirect`()
    async throws
  {
    for (link, redirect) in [("https://other.test/y", ""), ("/v1/y", "https://other.test/y")] {
      let transport = StubTransport { request in
        if request.url.path() == "/v1/y" {
          return HTTPResponse(status: 302, headers: ["Location": redirect])
        }
        return HTTPResponse(
          status: 200, headers: ["Link": "<\(link)>; rel=next"], body: HTTPBody(Data("[1]".utf8)))
      }
      let client = try StubClient(transport, authorizer: Token())
      let page: APIPage<Int> = try await APIRequest(path: "x").response(on: client).pagedResource()
      let error = await failure {
        _ = try await #require(page.next).response(on: client)
      }
      #expect(error?.code == .unavailable)
      #expect(
        error?.detail
          == "the next page is at https://other.test, but a list must stay at https://shop.test")
      #expect(transport.requests.allSatisfy { $0.url.host() == "shop.test" })
    }
  }
}
