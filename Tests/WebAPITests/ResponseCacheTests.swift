import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

@Suite struct ResponseCacheTests {
  /// Answers with a body and its tag, or with 304 if the tag is current.
  private func tagged(
    _ headers: HTTPHeaders = [:], body: String = "body", tag: String = "\"1\""
  ) -> StubTransport {
    StubTransport { request in
      var headers = headers
      headers["ETag"] = tag
      headers["X-Number"] = request.headers["If-None-Match"] ?? "first"
      if request.headers["If-None-Match"] == tag {
        return HTTPResponse(status: 304, headers: headers)
      }
      headers["Content-Type"] = "text/plain"
      return HTTPResponse(status: 200, headers: headers, body: HTTPBody(Data(body.utf8)))
    }
  }

  private func client(_ transport: StubTransport) throws -> StubClient {
    var client = try StubClient(transport)
    client.cache = ResponseCache()
    return client
  }

  /// The stored tag sent with each request.
  private func asked(_ transport: StubTransport) -> [String?] {
    transport.requests.map { $0.headers["If-None-Match"] }
  }

  @Test func `a revalidated response is used again, with the newer header fields`() async throws {
    let transport = tagged(["X-Total-Count": "1"])
    let client = try client(transport)
    for number in ["first", "\"1\"", "\"1\""] {
      let response = try await APIRequest(path: "x").response(on: client)
      #expect(response.statusCode == 200)
      #expect(String(decoding: response.data, as: UTF8.self) == "body")
      #expect(response.headers["Content-Type"] == "text/plain")
      #expect(response.headers.values(of: "X-Number") == [number])
    }
    #expect(asked(transport) == [nil, "\"1\"", "\"1\""])
  }

  @Test func `a changed response replaces the stored one`() async throws {
    let count = Counter()
    let transport = StubTransport { _ in
      let number = count.next()
      return HTTPResponse(
        status: 200, headers: ["ETag": "\"\(number)\""], body: HTTPBody(Data("\(number)".utf8)))
    }
    let client = try client(transport)
    for number in 0...2 {
      let response = try await APIRequest(path: "x").response(on: client)
      #expect(String(decoding: response.data, as: UTF8.self) == "\(number)")
    }
    #expect(asked(transport) == [nil, "\"0\"", "\"1\""])
  }

  @Test(
    arguments: [
      (["Cache-Control": "no-store"], [:]), (["Cache-Control": "private, No-Store"], [:]),
      (["Vary": "*"], [:]), ([:], ["Cache-Control": "no-store"]), ([:], ["Range": "bytes=0-1"]),
      ([:], ["If-Match": "\"9\""]), ([:], ["Host": "other.test"]),
    ] as [(HTTPHeaders, HTTPHeaders)])
  func `a response that must not be stored is not stored`(answer: HTTPHeaders, request: HTTPHeaders)
    async throws
  {
    let transport = tagged(answer)
    let client = try client(transport)
    for _ in 1...2 { _ = try await APIRequest(path: "x", headers: request).response(on: client) }
    #expect(asked(transport) == [nil, nil])
    #expect(client.cache?.size == 0)
  }

  @Test func `a read with a body is not answered by that of a read without one`() async throws {
    let transport = tagged()
    let client = try client(transport)
    _ = try await APIRequest(path: "x").response(on: client)
    for _ in 1...2 {
      _ = try await APIRequest(path: "x", body: .json(["a": 1])).response(on: client)
    }
    #expect(asked(transport) == [nil, nil, nil])
  }

  @Test func `the caller's own conditional request bypasses the cache`() async throws {
    let transport = tagged()
    let client = try client(transport)
    _ = try await APIRequest(path: "x").response(on: client)
    let request = APIRequest(path: "x", headers: ["If-None-Match": "\"1\""])
    #expect(try await request.response(on: client).statusCode == 304)
  }

  @Test func `a response that must not be stored removes the stored one`() async throws {
    let count = Counter()
    let transport = StubTransport { _ in
      count.next() == 0
        ? HTTPResponse(status: 200, headers: ["ETag": "\"1\""])
        : HTTPResponse(status: 200, headers: ["ETag": "\"2\"", "Cache-Control": "no-store"])
    }
    let client = try client(transport)
    for _ in 1...3 { _ = try await APIRequest(path: "x").response(on: client) }
    #expect(asked(transport) == [nil, "\"1\"", nil])
  }

  @Test func `a reload requests the whole response, and stores it`() async throws {
    let transport = tagged()
    let client = try client(transport)
    for policy in [APICachePolicy.reload, .reload, .standard] {
      _ = try await APIRequest(path: "x", cachePolicy: policy).response(on: client)
    }
    #expect(asked(transport) == [nil, nil, "\"1\""])
    #expect(
      transport.requests.map { $0.headers["Cache-Control"] } == ["no-cache", "no-cache", nil])
  }

  @Test func `stored responses are kept apart by account, address and Accept`() async throws {
    struct Account: Authorizer {
      let name: String
      func authorize(_ request: inout APIRequest) async throws {
        request.headers["Authorization"] = name
      }
      func recover(from response: APIResponse) async -> Bool { false }
    }
    let transport = tagged(["Vary": "Accept-Language, Accept"])
    var client = try client(transport)
    func ask(_ name: String?, _ request: APIRequest) async throws -> String? {
      client.authorizer = name.map { Account(name: $0) }
      _ = try await request.response(on: client)
      return transport.requests.last?.headers["If-None-Match"]
    }
    let request = APIRequest(path: "x", query: ["a": 1])
    let german = APIRequest(path: "x", query: ["a": 1], headers: ["Accept-Language": "de"])
    let other = APIRequest(path: "x", query: ["a": 1], headers: ["Accept": "text/csv"])
    #expect(try await ask(nil, request) == nil)
    #expect(try await ask("me", request) == nil)
    #expect(try await ask("you", request) == nil)
    #expect(try await ask("me", request) == "\"1\"")
    #expect(try await ask("me", german) == nil)
    #expect(try await ask("me", german) == "\"1\"")
    #expect(try await ask("me", other) == nil)
    #expect(try await ask("me", APIRequest(path: "x", query: ["a": 2])) == nil)
    #expect(try await ask(nil, request) == "\"1\"")
  }

  @Test func `only complete responses to reads are stored`() async throws {
    for method in [HTTPMethod.head, .post, .put] {
      let transport = tagged()
      let client = try client(transport)
      for _ in 1...2 { _ = try await APIRequest(path: "x", method: method).response(on: client) }
      #expect(asked(transport) == [nil, nil])
    }
    let transport = StubTransport(status: 404, headers: ["ETag": "\"1\""])
    let client = try client(transport)
    for _ in 1...2 { _ = try await APIRequest(path: "x").response(on: client) }
    #expect(asked(transport) == [nil, nil])
  }

  @Test func `an unrequested 304 is passed on`() async throws {
    let client = try client(StubTransport(status: 304))
    #expect(try await APIRequest(path: "x").response(on: client).statusCode == 304)
  }

  @Test func `a full cache removes the least recently used response`() throws {
    let cache = ResponseCache(maximumSize: 10_000)
    func key(_ name: String) -> ResponseCache.Key {
      ResponseCache.Key(address: name, accept: "", account: 0)
    }
    func store(_ name: String, _ size: Int) throws {
      cache.store(
        try #require(StoredResponse(["ETag": "\"1\""], Data(count: size), to: [:])), key(name))
    }
    for name in ["a", "b", "c"] { try store(name, 2_500) }
    #expect(cache.response(key("a"), to: [:]) != nil)
    try store("d", 2_500)
    #expect(cache.response(key("b"), to: [:]) == nil)
    for name in ["a", "c", "d"] { #expect(cache.response(key(name), to: [:]) != nil) }
    try store("a", 20_000)
    #expect(cache.response(key("a"), to: [:]) == nil)
    for number in 0..<1_000 { try store("\(number)", 1) }
    #expect(cache.size <= 10_000)
    let large = ResponseCache()
    let most = try #require(
      StoredResponse(["ETag": "\"1\""], Data(count: ResponseCache.maximumEntrySize), to: [:]))
    large.store(most, key("x"))
    #expect(large.size == 0)
    for number in 0..<1_000 {
      let one = try #require(StoredResponse(["ETag": "\"1\""], Data(count: 1), to: [:]))
      large.store(one, key("\(number)"))
    }
    #expect(large.size <= 256 * 300)
  }
}
