import CoreJSON
import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing
import WebAPI
import WebMessages

@testable import WebOffline

@Suite(.mayBlock) struct QueueSendingTests {
  private let bench: QueueBench

  init() throws {
    bench = try QueueBench()
  }

  @Test func `queued writes are sent in order, with their keys, and leave the queue`() async throws
  {
    let queue = bench.queue()
    for comment in ["a", "b", "c"] { try await bench.post(queue, comment) }
    #expect(
      try await bench.send(bench.queue()) == ["sent q-1 r-1", "sent q-2 r-2", "sent q-3 r-3"])
    #expect(try await queue.writes(of: nil).isEmpty)
    #expect(bench.service.comments.sorted() == ["a", "b", "c"])
    let requests = bench.transport.requests
    #expect(Set(requests.compactMap { $0.headers["Idempotency-Key"] }).count == 3)
    #expect(requests.allSatisfy { $0.headers["Authorization"] == "Bearer token-of-ada" })
    #expect(
      bench.events.events(of: QueuedWriteSent.self).first
        == QueuedWriteSent(
          write: "q-1", method: "POST", resource: "products/p-1/reviews",
          environment: QueueBench.environment, id: "r-1"))
    #expect(bench.events.names.filter { $0 == "api.data.inserted" }.count == 3)
  }

  @Test(
    arguments: [
      (500, [:], .waiting, true), (502, [:], .waiting, true), (503, [:], .waiting, true),
      (429, [:], .waiting, false), (409, ["Retry-After": "7"], .waiting, false),
      (401, [:], .waiting, false), (408, [:], .waiting, false), (409, [:], .held, false),
      (403, [:], .held, false), (404, [:], .held, false), (412, [:], .held, false),
      (422, [:], .held, false), (302, ["Location": "/x"], .held, false),
    ] as [(Int, HTTPHeaders, QueuedWrite.State, Bool)])
  func `a status decides whether a POST waits or is held`(
    status: Int, headers: HTTPHeaders, state: QueuedWrite.State, isInDoubt: Bool
  ) async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    bench.service.refuse(status, headers, #"{"title":"No","detail":"it is so"}"#)
    let word = state == .held ? "held" : "postponed"
    #expect(try await bench.send(queue) == ["\(word) q-1"])
    let write = try #require(try await bench.queue().writes(of: nil).first)
    #expect(write.state == state)
    #expect(write.status == status)
    #expect(write.tries == 1)
    #expect(write.isInDoubt == isInDoubt)
    #expect((write.notBefore == nil) == (state == .held))
    #expect(
      status == 401
        ? write.reason == "waits for a sign-in of ada on dev"
        : write.reason?.hasPrefix("\(status): ") == true, "\(write.reason ?? "")")
    let failed = bench.events.events(of: QueuedWriteFailed.self)
    #expect(failed.map(\.reason) == (state == .held ? [write.reason] : []))
    #expect(failed.allSatisfy { $0.environment == QueueBench.environment })
    // No user waits for it, so nothing asks for a sign-in.
    #expect(!bench.events.names.contains("api.unauthorized"))
    bench.service.intercept(nil)
    if state == .held { try await queue.release(1, overwriting: false) }
    #expect(try await bench.send(queue, .all) == ["sent q-1 r-1"])
  }

  @Test(
    arguments: [
      (.before, TransportError(.unconnected, reason: "refused"), false),
      (.before, TransportError(.cut, reason: "cut"), true),
      (.after, TransportError(.late, reason: "late"), true),
    ] as [(StubService.Moment, TransportError, Bool)])
  func `a lost connection ends the run, and the write is in doubt if it was sent`(
    moment: StubService.Moment, error: TransportError, isInDoubt: Bool
  ) async throws {
    let queue = bench.queue()
    try await bench.post(queue, "a")
    try await bench.post(queue, "b", to: "p-2")
    bench.service.fail((moment, error))
    #expect(try await bench.send(queue) == ["postponed q-1"])
    let writes = try await queue.writes(of: nil)
    #expect(writes.map(\.isInDoubt) == [isInDoubt, false])
    #expect(writes.map(\.tries) == [1, 0])
    #expect(writes[0].reason == error.reason)
    // The other writes would fail too, so no run starts with them at once.
    #expect(Set(writes.map(\.notBefore)).count == 1)
    bench.service.fail(nil)
    #expect(try await bench.send(queue).isEmpty)
    bench.pass(5)
    #expect(try await bench.send(queue).count == 2)
    #expect(bench.service.comments.sorted() == ["a", "b"])
  }

  @Test func `a failing write holds back only writes to its resource`() async throws {
    let queue = bench.queue()
    try await bench.post(queue, "a", to: "p-1")
    try await bench.post(queue, "b", to: "p-2")
    try await bench.post(queue, "c", to: "p-1")
    try await bench.post(queue, "d", to: "p-2")
    bench.service.intercept { request in
      request.url.path().contains("p-1") ? HTTPResponse(status: 422) : nil
    }
    #expect(try await bench.send(queue) == ["held q-1", "sent q-2 r-1", "sent q-4 r-2"])
    bench.service.intercept(nil)
    #expect(try await bench.send(queue, .only(3)) == ["postponed q-3"])
    try await queue.release(1, overwriting: false)
    #expect(try await bench.send(queue) == ["sent q-1 r-3", "sent q-3 r-4"])
  }

  @Test func `a queued write's waits grow, and a service may ask for longer ones`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    bench.service.refuse(500)
    var waits: [Double] = []
    for _ in 1...9 {
      try await bench.send(queue, .all)
      let write = try #require(try await queue.writes(of: nil).first)
      waits.append(try #require(write.notBefore).timeIntervalSince(write.createdAt))
    }
    #expect(waits == [5, 10, 20, 40, 80, 160, 320, 600, 600])
    bench.service.refuse(503, ["Retry-After": "3600"])
    try await bench.send(queue, .all)
    let write = try #require(try await queue.writes(of: nil).first)
    #expect(write.notBefore == write.createdAt + 3_600)
  }

  @Test func `a clock that is set back a year makes no wait longer`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    bench.service.refuse(500)
    try await bench.send(queue)
    bench.service.intercept(nil)
    bench.pass(-365 * 86_400)
    #expect(try await queue.writes(of: nil).first?.notBefore == nil)
    #expect(try await bench.send(queue) == ["sent q-1 r-1"])
  }

  @Test func `a POST in doubt for over 14 days is held, and sent if the user says so`()
    async throws
  {
    let queue = bench.queue()
    try await bench.post(queue, isInDoubt: true)
    try await bench.post(queue, "never sent", to: "p-2")
    bench.pass(15 * 86_400)
    #expect(try await bench.send(queue) == ["held q-1", "sent q-2 r-1"])
    #expect(try await queue.writes(of: nil).first?.reason?.contains("14 days") == true)
    try await queue.release(1, overwriting: false)
    #expect(try await bench.send(queue) == ["sent q-1 r-2"])
  }

  @Test func `writes that depend on a POST get the id that it has created`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    try await bench.put(queue, "q-1", "better", base: nil)
    let nested = try await queue.add(
      APIRequest(path: "products/p-1/reviews/q-1/replies", method: .post, body: .json([:])),
      of: QueueBench.owner, base: nil, isInDoubt: false)
    #expect(nested.dependsOn == 1)
    #expect(
      try await bench.send(bench.queue()) == ["sent q-1 r-1", "sent q-2 -", "sent q-3 r-2"])
    #expect(
      bench.paths == [
        "POST /v1/products/p-1/reviews", "GET /v1/products/p-1/reviews/r-1",
        "PUT /v1/products/p-1/reviews/r-1", "POST /v1/products/p-1/reviews/r-1/replies",
      ])
    #expect(bench.service.comments == ["better"])
  }

  @Test func `writes that depend on a POST are held if it has created nothing`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    try await bench.put(queue, "q-1", "better", base: nil)
    bench.service.intercept { request in
      request.method == .post ? HTTPResponse(status: 204) : nil
    }
    #expect(try await bench.send(queue) == ["sent q-1 -"])
    let write = try #require(try await queue.writes(of: nil).first)
    #expect(write.state == .held)
    #expect(write.reason == "q-1 was sent, but the service did not say which id it has")
  }

  @Test func `only the owner's writes are sent`() async throws {
    let queue = bench.queue()
    let bob = DataOwner(environment: "dev", address: QueueBench.owner.address, account: "bob")
    let nobody = DataOwner(environment: "dev", address: QueueBench.owner.address, account: nil)
    let test = DataOwner(environment: "test", address: QueueBench.owner.address, account: "ada")
    for owner in [bob, QueueBench.owner, nobody, test] {
      try await bench.post(queue, owner.account ?? "-", of: owner)
    }
    #expect(try await bench.send(queue) == ["sent q-2 r-1"])
    #expect(try await bench.send(queue, of: nobody) == ["sent q-3 r-2"])
    #expect(try await queue.writes(of: bob).map(\.number) == [1])
    #expect(try await queue.writes(of: nil).map(\.owner) == [bob, test])
    #expect(
      bench.transport.requests.map { $0.headers["Authorization"] }
        == ["Bearer token-of-ada", nil])
  }

  @Test func `nothing is sent on a client of another address`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    for base in ["https://other.test", "http://shop.test", "https://shop.test/api"] {
      let client = try bench.client(base)
      #expect(try await queue.send(of: QueueBench.owner, on: client, .all) { _ in })
    }
    #expect(bench.transport.requests.isEmpty)
    #expect(try await queue.writes(of: nil).first?.tries == 0)
  }

  @Test func `a write without an account that needs a sign-in is held`() async throws {
    let queue = bench.queue()
    let nobody = DataOwner(environment: "dev", address: QueueBench.owner.address, account: nil)
    try await bench.post(queue, of: nobody)
    bench.service.refuse(401)
    #expect(try await bench.send(queue, of: nobody) == ["held q-1"])
  }

  @Test func `only one of two queues on a file sends`() async throws {
    let (first, second) = (bench.queue(), bench.queue())
    for comment in ["a", "b", "c"] { try await bench.post(first, comment) }
    bench.service.intercept { [unowned bench] request in
      // While the first one sends, the second one cannot send, but it can list, add and drop.
      let client = try bench.client()
      #expect(try await !second.send(of: QueueBench.owner, on: client, .all) { _ in })
      #expect(try await !second.writes(of: nil).isEmpty)
      return nil
    }
    #expect(try await bench.send(first).count == 3)
    bench.service.intercept(nil)
    #expect(try await second.send(of: QueueBench.owner, on: try bench.client(), .all) { _ in })
    #expect(bench.service.comments.sorted() == ["a", "b", "c"])
  }

  @Test func `writes dropped or added while another is sent are noticed`() async throws {
    let queue = bench.queue()
    for comment in ["a", "b"] { try await bench.post(queue, comment) }
    bench.service.intercept { [unowned bench] request in
      let numbers = try await queue.writes(of: nil).map(\.number)
      if numbers == [1, 2] {
        _ = try await bench.queue().drop([2])
        try await bench.post(bench.queue(), "c")
      }
      return nil
    }
    #expect(try await bench.send(queue) == ["sent q-1 r-1", "sent q-3 r-2"])
    #expect(bench.service.comments.sorted() == ["a", "c"])
  }

  @Test func `a write that is dropped while it is sent does not come back`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    bench.service.intercept { _ in
      let dropped = try await queue.drop([1])
      #expect(dropped.map(\.isInDoubt) == [true])
      return HTTPResponse(status: 500)
    }
    #expect(try await bench.send(queue).isEmpty)
    #expect(try await queue.writes(of: nil).isEmpty)
  }

  @Test func `a write that is not there cannot be sent alone`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    let error = await #expect(throws: QueueError.self) { try await bench.send(queue, .only(2)) }
    #expect(error?.code == .notFound)
    #expect(try await bench.send(queue, .only(1)) == ["sent q-1 r-1"])
  }
}
