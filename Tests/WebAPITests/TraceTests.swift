import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

@Suite struct TraceTests {
  private let clock = InstantClock()

  private func client(_ transport: StubTransport, _ record: Record<String>) throws -> StubClient {
    var client = try StubClient(transport)
    client.retries = retries(clock)
    client.traced = record
    return client
  }

  @Test func `an exchange is told with what may be told`() async throws {
    let record = Record<String>()
    let transport = StubTransport { [clock] _ in
      clock.advance(by: .milliseconds(12))
      return HTTPResponse(
        status: 200,
        headers: [
          "Content-Type": "application/json", "ETag": "\"1\"", "Set-Cookie": "id=secret",
          "X-Any": "v",
        ], body: HTTPBody(Data("{}".utf8)))
    }
    let request = APIRequest(
      path: "x", method: .put, query: ["a": 1, "api_key": "secret"], body: .json("secret"),
      headers: ["Authorization": "Bearer secret"])
    _ = try await request.response(on: client(transport, record))
    #expect(
      record.elements == [
        "> PUT https://shop.test/v1/x?a=1&api_key=…", "> Authorization: 13 bytes",
        "> Accept: application/json, */*;q=0.5", "> Content-Type: application/json",
        "> a body: application/json, 8 bytes", "< 200 after 12 ms",
        "< Content-Type: application/json", "< ETag: \"1\"", "< Set-Cookie: 9 bytes",
        "< X-Any: 1 byte", "* a body of 2 bytes in 0 ms",
      ])
  }

  @Test func `every try, redirect and stored answer is told`() async throws {
    let record = Record<String>()
    let transport = scripted(
      .fails(.unconnected), .answers(503), .answers(302, ["Location": "/v1/y?token=secret"]),
      .answers(200, ["ETag": "\"1\""], "body"), .answers(304))
    var client = try client(transport, record)
    client.cache = ResponseCache()
    _ = try await APIRequest(path: "x").response(on: client)
    _ = try await APIRequest(path: "y", query: ["token": "secret"]).response(on: client)
    #expect(
      record.elements.filter { !$0.hasPrefix("> Accept") } == [
        "> GET https://shop.test/v1/x", "* failed after 0 ms",
        "* retry 1 of 3 in 100 ms: it is so",
        "> GET https://shop.test/v1/x", "< 503 after 0 ms",
        "* retry 2 of 3 in 200 ms: the server responded with 503",
        "> GET https://shop.test/v1/x", "< 302 after 0 ms", "< Location: /v1/y?token=…",
        "* redirected to https://shop.test/v1/y?token=…",
        "> GET https://shop.test/v1/y?token=…", "< 200 after 0 ms", "< ETag: \"1\"",
        "* a body of 4 bytes in 0 ms",
        "> GET https://shop.test/v1/y?token=…", "> If-None-Match: \"1\"", "< 304 after 0 ms",
        "* the stored body of 4 bytes is still good", "* a body of 4 bytes in 0 ms",
      ])
  }

  @Test(arguments: [
    ("https://x.test/a?b=c", "https://x.test/a?b=c"),
    ("https://me:secret@x.test/a", "https://…@x.test/a"),
    ("/a?access_token=s&b=1&PASSWORD=s#x", "/a?access_token=…&b=1&PASSWORD=…"),
    (
      "<https://x.test/?page=2&key=s>; rel=\"next\"", "<https://x.test/?page=2&key=…>; rel=\"next\""
    ),
    ("/a?currency_code=EUR&code=s", "/a?currency_code=EUR&code=…"),
    ("/a?%74oken=s", "/a?%74oken=…"),
    ("https://x.test/cb#access_token=s&b=1", "https://x.test/cb"), ("/cb#a b token=s", "/cb"),
    ("<https://x.test/a#s>; rel=\"next\"", "<https://x.test/a>; rel=\"next\""),
    (
      "https://x.test/a;jsessionid=s;v=1/b;token=s?c=d",
      "https://x.test/a;jsessionid=…;v=1/b;token=…?c=d"
    ),
    ("/a?b/token=s", "/a?b/token=…"), ("/a;b/c;d=e", "/a;b/c;d=e"),
    ("/a?token=s/t;u v&b=1", "/a?token=…&b=1"),
    ("", ""), ("?", "?"), ("a?token", "a?token"),
  ])
  func `addresses are traced without their secrets`(text: String, shown: String) {
    #expect(TraceText.withoutSecrets(text) == shown)
  }
}
