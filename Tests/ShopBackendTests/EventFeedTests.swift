import FoundationEssentials
import TestSupport
import Glibc
import CoreSQLite
import SeashellTesting
import Synchronization
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A feed of the shop's events", .mayBlock)
struct EventFeedTests {
  private let shop: TestShop
  private let other: TestShop
  private let clock = ManualClock()
  private let transport: EmbeddedTransport

  init() throws {
    shop = try TestShop()
    other = TestShop(beside: shop)
    transport = EmbeddedTransport(
      shop: Shop(database: shop.path, feedClock: clock) { [time = shop.time] in time.now })
  }

  private final class Reader {
    let response: HTTPResponse
    private var pieces: HTTPBody.AsyncIterator

    init(_ response: HTTPResponse) {
      self.response = response
      pieces = response.body.makeAsyncIterator()
    }

    func next() async throws -> String? {
      try await pieces.next().map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func follow(after id: String? = nil, method: HTTPMethod = .get) async throws -> Reader {
    let url = try #require(URL(string: "http://shop.test/v1/events"))
    var headers: HTTPHeaders = [:]
    headers["Last-Event-ID"] = id
    return Reader(try await transport.send(HTTPRequest(method: method, url: url, headers: headers)))
  }

  /// Inserts events directly into the database.
  private func insert(_ count: Int) throws {
    try shop.run(
      """
      INSERT INTO events (name, resource, item)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      SELECT 'api.data.inserted', 'products/p-1/reviews', 'r-' || i FROM n;
      """)
  }

  private func event(_ id: Int, _ item: Int) -> String {
    """
    event: api.data.inserted
    id: \(id)
    data: {"resource":"products/p-1/reviews","id":"r-\(item)"}


    """
  }

  private static let lost = "event: api.data.invalidated\ndata: {}\n\n"

  @Test func `a task cancelled as it begins to wait for an event stops waiting`() async {
    for _ in 0..<5_000 {
      let signal = EventSignal(id: 1)
      let waiting = Task { try await signal.wait() }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
    }
  }

  @Test func `an event stream begins with new events, and sends its position`() async throws {
    try insert(3)
    let reader = try await follow()
    #expect(reader.response.headers["Content-Type"] == "text/event-stream")
    #expect(reader.response.headers["Cache-Control"] == "no-store")
    #expect(reader.response.body.count == nil)
    #expect(try await reader.next() == "retry: 1000\n\nid: 3\n\n")
    try insert(1)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(250))
    #expect(try await reader.next() == event(4, 1))
  }

  @Test func `an event stream sends the shop's own writes without a poll`() async throws {
    let reader = try await follow()
    _ = try await reader.next()
    let url = try #require(URL(string: "http://shop.test/v1/products/p-1/reviews"))
    let token = try await other.logIn().access_token
    let added = try await transport.send(
      HTTPRequest(
        method: .post, url: url,
        headers: ["Content-Type": "application/json", "Authorization": "Bearer \(token)"],
        body: HTTPBody(Data(#"{"rating":3,"comment":"New"}"#.utf8))))
    #expect(added.headers["Event-Id"] == "1")
    #expect(try await reader.next()?.hasPrefix("event: api.data.inserted\nid: 1\n") == true)
  }

  @Test func `an event stream names updates and deletions`() async throws {
    try shop.run(
      """
      INSERT INTO events (name, resource, item) VALUES
      ('api.data.updated', 'a', 'b'), ('api.data.deleted', 'c', 'd "e"'), ('later', 'f', 'g');
      """)
    let reader = try await follow(after: "0")
    _ = try await reader.next()
    #expect(
      try await reader.next() == """
        event: api.data.updated
        id: 1
        data: {"resource":"a","id":"b"}

        event: api.data.deleted
        id: 2
        data: {"resource":"c","id":"d \\"e\\""}

        event: api.data.invalidated
        id: 3
        data: {"resource":"f","id":"g"}


        """)
  }

  @Test(arguments: [0, 1, 499, 500, 501, 1_200, 2_400])
  func `an event stream continues after an event of any age`(id: Int) async throws {
    try insert(2_400)
    let reader = try await follow(after: String(id))
    #expect(try await reader.next() == "retry: 1000\n\n")
    try insert(1)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(250))
    var told = ""
    while !told.hasSuffix(event(2_401, 1)) { told += try await reader.next() ?? "" }
    let expected = ((id + 1)..<2_401).map { event($0, $0) }.joined()
    #expect(told == expected + event(2_401, 1))
  }

  @Test(arguments: ["4", "-1", "x", "", "01", "99999999999999999999"])
  func `an event stream reports everything changed for an unknown id`(id: String)
    async throws
  {
    try insert(3)
    let reader = try await follow(after: id)
    #expect(try await reader.next() == "retry: 1000\n\n\(Self.lost)id: 3\n\n")
  }

  @Test func `an event stream reports everything changed if events are missing`() async throws {
    try insert(5)
    try shop.run("DELETE FROM events WHERE id <= 2")
    #expect(try await follow(after: "1").next() == "retry: 1000\n\n\(Self.lost)id: 5\n\n")
    let reader = try await follow(after: "2")
    #expect(try await reader.next() == "retry: 1000\n\n")
    #expect(try await reader.next()?.hasPrefix(event(3, 3)) == true)
  }

  @Test(arguments: [0, 1])
  func `a slow client gets all events that the database still has`(deleted: Int) async throws {
    let slow = try await follow()
    let quick = try await follow()
    for reader in [slow, quick] { _ = try await reader.next() }
    for _ in 0..<3 {
      try insert(1_000)
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(250))
      var count = 0
      while count < 1_000 {
        count += try await quick.next()?.components(of: "\n\n") ?? 0
      }
    }
    if deleted > 0 {
      try shop.run("DELETE FROM events WHERE id <= \(deleted)")
      return #expect(try await slow.next() == "\(Self.lost)id: 3000\n\n")
    }
    var told = ""
    while !told.hasSuffix(event(3_000, 1_000)) { told += try await slow.next() ?? "" }
    #expect(told == (1...3_000).map { event($0, ($0 - 1) % 1_000 + 1) }.joined())
  }

  @Test func `an event stream sends a keep-alive after a time without events`() async throws {
    let reader = try await follow()
    _ = try await reader.next()
    let hasArrived = Mutex(false)
    async let sign = {
      let piece = try await reader.next()
      hasArrived.withLock { $0 = true }
      return piece
    }()
    // The number of polls before the reader waited is unknown, and they do not count.
    var polls = 0
    while !hasArrived.withLock(\.self) {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(250))
      polls += 1
    }
    #expect(try await sign == ": keep-alive\n\n")
    #expect(polls >= EventSignal.quietPolls)
  }

  @Test func `an event stream reports everything changed for a replaced file`()
    async throws
  {
    let reader = try await follow()
    _ = try await reader.next()
    let new = try TestShop()
    #expect(rename(new.path, shop.path) == 0)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(250))
    #expect(try await reader.next()?.hasPrefix(Self.lost) == true)
  }

  @Test func `an event stream ends if there are too many`() async throws {
    var readers: [Reader] = []
    for _ in 0...EventStreams.capacity { readers.append(try await follow()) }
    #expect(readers.allSatisfy { $0.response.status == 200 })
    #expect(try await readers[0].next() == "retry: 1000\n\nid: 0\n\n")
    #expect(try await readers[0].next() == nil)
    // The others still get events.
    try insert(1)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(250))
    for reader in [readers[1], readers[EventStreams.capacity]] {
      _ = try await reader.next()
      #expect(try await reader.next() == event(1, 1))
    }
  }

  @Test func `the event stream that has been idle longest ends first`() async throws {
    let streams = EventStreams()
    let signals = try (0..<EventStreams.capacity).map { _ in try #require(streams.join()) }
    streams.touch(signals[0])
    streams.touch(signals[2])
    streams.touch(signals[1])
    for gone in [signals[3], signals[4]] {
      #expect(streams.join() != nil)
      #expect(try await gone.wait() == .end)
    }
    for signal in signals[5...] { streams.touch(signal) }
    // The two that joined later have not asked since, but these asked before they joined.
    for gone in [signals[0], signals[2], signals[1]] {
      #expect(streams.join() != nil)
      #expect(try await gone.wait() == .end)
    }
    // Asking again does not bring back a stream that has ended.
    streams.touch(signals[0])
    streams.leave(signals[0])
    streams.end()
    #expect(streams.join() == nil)
  }

  @Test func `ending the event feed ends all streams`() async throws {
    let shop = Shop(database: shop.path, feedClock: clock)
    let url = try #require(URL(string: "http://shop.test/v1/events"))
    let reader = Reader(try await shop.respond(to: HTTPRequest(url: url)))
    _ = try await reader.next()
    shop.endEventStreams()
    #expect(try await reader.next() == nil)
    #expect(try await shop.respond(to: HTTPRequest(url: url)).status == 503)
  }

  @Test func `the event feed has no body for HEAD, and no other method`() async throws {
    let head = try await follow(method: .head)
    #expect(head.response.status == 200)
    #expect(try await head.next() == nil)
    #expect(try await follow(method: .post).response.status == 405)
  }
}

extension String {
  /// Returns the number of parts with an end.
  fileprivate func components(of end: String) -> Int {
    split(separator: end, omittingEmptySubsequences: true).count
  }
}
