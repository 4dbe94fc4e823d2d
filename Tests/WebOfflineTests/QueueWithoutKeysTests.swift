import CoreJSON
import CoreSQLite
import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing
import WebAPI
import WebMessages

@testable import WebOffline

/// The queue with a service that ignores keys: a write that it may have received is not repeated
/// automatically.
@Suite(.mayBlock) struct QueueWithoutKeysTests {
  private let bench: QueueBench

  init() throws {
    bench = try QueueBench(honorsKeys: false)
  }

  /// The writes that reached the service.
  private var sent: [String] { bench.paths.filter { !$0.hasPrefix("GET") } }

  private func only(_ queue: SQLiteWriteQueue) async throws -> QueuedWrite {
    try #require(try await queue.writes(of: nil).first)
  }

  @Test(
    arguments: [
      (500, [:], true), (502, [:], true), (503, ["Retry-After": "0"], false), (504, [:], true),
      (429, ["Retry-After": "0"], false), (408, [:], false), (409, ["Retry-After": "0"], false),
    ] as [(Int, HTTPHeaders, Bool)])
  func `a POST that a service without keys has refused for now is held`(
    status: Int, headers: HTTPHeaders, isInDoubt: Bool
  ) async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    bench.service.refuse(status, headers)
    #expect(try await bench.send(queue) == ["held q-1"])
    let held = try await only(queue)
    #expect(held.state == .held && held.isInDoubt == isInDoubt && held.status == status)
    let reason = try #require(held.reason)
    #expect(reason.contains("; sent once at 20"), "\(reason)")
    #expect(reason.hasSuffix("; it may have been applied") == isInDoubt, "\(reason)")
    bench.service.intercept(nil)
    bench.pass(1_000_000)
    #expect(try await bench.send(bench.queue(), .all).isEmpty)
    #expect(sent.count == 1)
  }

  @Test(arguments: [TransportError.Code.cut, .late, .unintelligible])
  func `a POST whose response was lost is held until the user releases it`(
    code: TransportError.Code
  ) async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    bench.service.fail((.after, TransportError(code, reason: "it was lost")))
    #expect(try await bench.send(queue) == ["held q-1"])
    bench.service.fail(nil)
    #expect(try await bench.send(bench.queue(), .all).isEmpty)
    #expect(sent.count == 1)
    try await queue.release(1, overwriting: false)
    // A failed connection does not undo the earlier sending.
    bench.service.fail((.before, TransportError(.unconnected, reason: "gone")))
    #expect(try await bench.send(queue, .all) == ["postponed q-1"])
    bench.service.fail((.after, TransportError(.cut, reason: "it was lost")))
    #expect(try await bench.send(queue, .all) == ["held q-1"])
    #expect(try await only(queue).reason?.contains("; sent 2 times, last at 20") == true)
    bench.service.fail(nil)
    try await queue.release(1, overwriting: false)
    #expect(try await bench.send(queue, .all) == ["sent q-1 r-1"])
  }

  @Test func `a write that did not reach the service waits, and is sent`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    bench.service.fail((.before, TransportError(.unconnected, reason: "refused")))
    #expect(try await bench.send(queue) == ["postponed q-1"])
    #expect(try await !only(queue).isInDoubt)
    bench.service.fail(nil)
    #expect(try await bench.send(queue, .all) == ["sent q-1 r-1"])
  }

  @Test func `a write waits for the sign-in after a 401`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    bench.service.refuse(401)
    #expect(try await bench.send(queue) == ["postponed q-1"])
    bench.service.intercept(nil)
    #expect(try await bench.send(queue, .all) == ["sent q-1 r-1"])
  }

  @Test(arguments: [HTTPMethod.post, .put, .delete])
  func `a shell that finds a write in doubt does not send it`(method: HTTPMethod) async throws {
    bench.service.put("products/p-1/reviews/r-9", ["comment": "old", "rating": 5])
    switch method {
    case .post: try await bench.post(bench.queue())
    case .put:
      try await bench.put(bench.queue(), "r-9", "new", base: ["comment": "old", "rating": 5])
    default: try await bench.delete(bench.queue(), "r-9", base: ["comment": "old", "rating": 5])
    }
    // The process ends here.
    _ = try await bench.queue().begin(1, honorsKeys: false)
    #expect(try await bench.send(bench.queue(), .all) == ["held q-1"])
    #expect(bench.paths.isEmpty)
    let held = try await only(bench.queue())
    #expect(held.isInDoubt)
    #expect(held.reason?.hasPrefix("sent once at 20") == true, "\(held.reason ?? "")")
    #expect(held.reason?.hasSuffix("; it may have been applied") == true)
  }

  @Test func `a PUT that was carried out is not sent again when the user releases it`() async throws
  {
    bench.service.put("products/p-1/reviews/r-9", ["comment": "old", "rating": 5])
    let queue = bench.queue()
    try await bench.put(queue, "r-9", "new", base: ["comment": "old", "rating": 5])
    bench.service.fail((.after, TransportError(.cut, reason: "it was lost")))
    #expect(try await bench.send(queue) == ["held q-1"])
    bench.service.fail(nil)
    try await queue.release(1, overwriting: false)
    #expect(try await bench.send(queue, .all) == ["sent q-1 -"])
    #expect(sent.count == 1)
  }

  @Test func `a failing service keeps the other writes waiting`() async throws {
    let queue = bench.queue()
    for product in ["p-1", "p-2", "p-3"] { try await bench.post(queue, to: product) }
    bench.service.refuse(503)
    #expect(try await bench.send(queue, .all) == ["held q-1"])
    #expect(try await bench.send(queue).isEmpty)
    #expect(sent.count == 1)
    bench.service.intercept(nil)
    #expect(try await bench.send(queue, .all) == ["sent q-2 r-1", "sent q-3 r-2"])
  }

  @Test func `a conflict after a try in doubt may be due to that try`() async throws {
    bench.service.put("products/p-1/reviews/r-9", ["comment": "old", "rating": 5])
    let queue = bench.queue()
    try await bench.put(queue, "r-9", "new", base: ["comment": "old", "rating": 5])
    bench.service.fail((.after, TransportError(.cut, reason: "it was lost")))
    _ = try await bench.send(queue)
    bench.service.fail(nil)
    bench.service.put("products/p-1/reviews/r-9", ["comment": "newest", "rating": 5])
    try await queue.release(1, overwriting: false)
    #expect(try await bench.send(queue, .all) == ["held q-1"])
    let held = try await only(queue)
    #expect(held.isInDoubt)
    #expect(held.reason?.contains("perhaps by an earlier try") == true, "\(held.reason ?? "")")
  }

  @Test(arguments: [true, false], [HTTPMethod.post, .put, .delete])
  func `a page of HTML is not the service's answer`(honorsKeys: Bool, method: HTTPMethod)
    async throws
  {
    let bench = try QueueBench(honorsKeys: honorsKeys)
    bench.service.put("products/p-1/reviews/r-9", ["comment": "old", "rating": 5])
    let queue = bench.queue()
    switch method {
    case .post: try await bench.post(queue)
    case .put: try await bench.put(queue, "r-9", "new", base: ["comment": "old", "rating": 5])
    default: try await bench.delete(queue, "r-9", base: ["comment": "old", "rating": 5])
    }
    bench.service.refuse(200, ["Content-Type": "text/html"], "<title>Hotel</title>")
    #expect(try await bench.send(queue) == ["held q-1"])
    let held = try #require(try await queue.writes(of: nil).first)
    #expect(held.isInDoubt)
    #expect(held.reason?.contains("not JSON but an HTML page, titled 'Hotel'") == true)
  }

  @Test(arguments: [
    (204, "text/html", ""), (200, "text/html", ""), (201, "application/json", "{}"),
  ])
  func `an empty response, or one of the requested type, is the service's answer`(
    status: Int, type: String, body: String
  ) async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    bench.service.refuse(status, ["Content-Type": type], body)
    #expect(try await bench.send(queue) == ["sent q-1 -"])
  }

  @Test func `a page of HTML in place of the record sends nothing`() async throws {
    let queue = bench.queue()
    try await bench.put(queue, "r-9", "new", base: ["comment": "old", "rating": 5])
    bench.service.intercept { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "text/html"], body: HTTPBody(Data("<p>".utf8)))
    }
    #expect(try await bench.send(queue) == ["postponed q-1"])
    #expect(sent.isEmpty)
  }

  @Test func `a queue file of the previous version is read, with writes in doubt`() async throws {
    try await bench.post(bench.queue(), isInDoubt: true)
    do {
      let database = try Database(path: bench.folder.file("offline") + "/queue.db")
      try database.execute(
        """
        ALTER TABLE writes DROP COLUMN sent_count;
        ALTER TABLE writes DROP COLUMN is_released;
        PRAGMA user_version = 1;
        """)
    }
    #expect(try await bench.send(bench.queue()) == ["held q-1"])
    #expect(try await only(bench.queue()).reason?.hasPrefix("sent once at 20") == true)
    #expect(bench.paths.isEmpty)
  }
}
