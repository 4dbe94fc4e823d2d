import CoreEvents
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

@Suite struct StreamTests {
  private final class Renewing: Authorizer {
    let record = Record<String>()
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "token-\(record.elements.count)"
    }
    func recover(from response: APIResponse) async -> Bool {
      record.add(String(decoding: response.data, as: UTF8.self))
      return record.elements.count == 1
    }
  }

  @Test func `a stream's head arrives first, and then its body in pieces`() async throws {
    let pieces = Counter()
    let transport = StubTransport { request in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "text/event-stream"],
        body: HTTPBody {
          let number = pieces.next()
          return number < 2 ? Data("\(number)".utf8) : nil
        })
    }
    let stream = try await APIRequest(path: "events").stream(
      on: StubClient(transport), isEndless: true)
    #expect(stream.statusCode == 200)
    #expect(stream.headers["Content-Type"] == "text/event-stream")
    #expect(stream.request.url?.absoluteString == "https://shop.test/v1/events")
    #expect(transport.requests.first?.isEndless == true)
    #expect(pieces.next() == 0)
    var text = ""
    for try await piece in stream.body { text += String(decoding: piece, as: UTF8.self) }
    #expect(text == "1")
  }

  @Test func `a streamed 401 is recovered from once; otherwise its body can still be read`()
    async throws
  {
    let authorizer = Renewing()
    let transport = scripted(.answers(401, [:], "first"), .answers(401, [:], "second"))
    let client = try StubClient(transport, authorizer: authorizer)
    let stream = try await APIRequest(path: "x").stream(on: client)
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["token-0", "token-1"])
    #expect(authorizer.record.elements == ["first"])
    let response = try await stream.response(upTo: 100)
    #expect(response.statusCode == 401)
    #expect(String(decoding: response.data, as: UTF8.self) == "second")
    let refused = try await APIRequest(path: "x").stream(on: client)
    #expect(try await refused.response(upTo: 100).data == Data("second".utf8))
  }

  @Test func `a stream is retried and redirected like any request, but never stored`() async throws
  {
    let transport = scripted(
      .fails(.unconnected), .answers(503), .answers(302, ["Location": "/v1/y"]),
      .answers(200, ["ETag": "\"1\""], "body"))
    var client = try StubClient(transport)
    client.retries = retries(InstantClock())
    client.cache = ResponseCache()
    let stream = try await APIRequest(path: "x").stream(on: client)
    #expect(try await stream.response(upTo: 4).data == Data("body".utf8))
    #expect(transport.requests.count == 4)
    #expect(client.cache?.size == 0)
  }

  @Test func `a streamed body that is cut throws an API error`() async throws {
    let bus = EventBus { _, _ in }
    let record = Record<String>()
    let subscription = bus.subscribeAll { record.add($0.eventName) }
    defer { withExtendedLifetime(subscription) {} }
    let stream = try await APIRequest(path: "x").stream(
      on: StubClient(scripted(.cuts(200)), events: bus))
    let error = await failure { for try await _ in stream.body {} }
    #expect(error?.code == .unconnected)
    #expect(error?.detail == "it ended")
    #expect(error?.status == 200)
    #expect(record.elements == ["api.unconnected"])
  }

  @Test func `a streamed body is collected up to its size limit`() async throws {
    let stream = try await APIRequest(path: "x").stream(
      on: StubClient(StubTransport(status: 500, "12345")))
    let error = await failure { _ = try await stream.response(upTo: 4) }
    #expect(error?.code == .limit)
    #expect(error?.detail == "the response is larger than 4 bytes")
  }

  /// An answer of 200,000 bytes, 1,000 at a time.
  private func flood() -> StubTransport {
    let pieces = Counter()
    return StubTransport { _ in
      HTTPResponse(
        status: 200, body: HTTPBody { pieces.next() < 200 ? Data(count: 1_000) : nil })
    }
  }

  @Test func `the client's size limit applies to streams, and the error names it`() async throws {
    var client = try StubClient(flood())
    client.maximumResponseSize = 9_999
    let stream = try await APIRequest(path: "x").stream(on: client)
    var count = 0
    let error = await failure {
      while let piece = try await stream.body.next() { count += piece.count }
    }
    #expect(count == 9_000)
    #expect(error?.code == .limit)
    #expect(error?.detail == "the response is larger than 9999 bytes")
  }

  @Test func `a feed or an uncompressed stream has no size limit`() async throws {
    var client = try StubClient(flood())
    client.maximumResponseSize = 9_999
    let feed = try await APIRequest(path: "x").stream(on: client, isEndless: true)
    for _ in 0..<100 { #expect(try await feed.body.next()?.count == 1_000) }
    let bomb = Data(count: (1 << 30) + 1)
    let plain = StubTransport { _ in
      HTTPResponse(status: 200, headers: ["Content-Encoding": "identity"], body: HTTPBody(bomb))
    }
    let stream = try await APIRequest(path: "x").stream(on: StubClient(plain))
    #expect(try await stream.body.next()?.count == bomb.count)
  }

  @Test func `a compressed stream has a default size limit`() async throws {
    let bomb = Data(count: (1 << 30) + 1)
    let packed = StubTransport { _ in
      HTTPResponse(status: 200, headers: ["content-encoding": "gzip"], body: HTTPBody(bomb))
    }
    let stream = try await APIRequest(path: "x").stream(on: StubClient(packed))
    let error = await failure { _ = try await stream.body.next() }
    #expect(error?.code == .limit)
    #expect(error?.detail == "the response is larger than 1073741824 bytes")
  }

  @Test(arguments: [(503, 2), (302, 2)])
  func `an unwanted response body does not delay the request`(status: Int, count: Int)
    async throws
  {
    let (sent, read) = (Counter(), Counter())
    let transport = StubTransport { _ in
      guard sent.next() == 0 else { return HTTPResponse(status: 200) }
      return HTTPResponse(
        status: status, headers: ["Location": "/v1/y"],
        body: HTTPBody {
          _ = read.next()
          return Data("x".utf8)
        })
    }
    var client = try StubClient(transport)
    client.retries = retries(InstantClock())
    #expect(try await APIRequest(path: "x").stream(on: client).statusCode == 200)
    #expect(transport.requests.count == count)
    #expect(read.next() == 0)
  }

  @Test func `a streamed write is announced`() async throws {
    let bus = EventBus { _, _ in }
    let record = Record<String>()
    let subscription = bus.subscribe(to: DataInserted.self) { record.add($0.resource ?? "") }
    defer { withExtendedLifetime(subscription) {} }
    let client = try StubClient(StubTransport(status: 201), events: bus)
    _ = try await APIRequest(path: "x", method: .post).stream(on: client)
    #expect(record.elements == ["x"])
  }
}
