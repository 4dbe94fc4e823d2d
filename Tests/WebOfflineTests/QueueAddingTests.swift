import CoreJSON
import CoreSQLite
import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing
import WebAPI
import WebMessages

@testable import WebOffline

@Suite(.mayBlock) struct QueueAddingTests {
  private let bench: QueueBench

  init() throws {
    bench = try QueueBench()
  }

  @Test func `reading a queue that does not exist creates no file`() async throws {
    let queue = bench.queue()
    #expect(!queue.mayHaveWrites)
    #expect(try await queue.writes(of: nil).isEmpty)
    #expect(try await bench.send(queue).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: bench.folder.file("offline")))
  }

  @Test func `a queued write is still there for the next process, with its fields`() async throws {
    let added = try await bench.post(bench.queue())
    #expect(added.id == "q-1")
    let queue = bench.queue()
    #expect(queue.mayHaveWrites)
    let found = try await queue.writes(of: QueueBench.owner)
    #expect(found == [added])
    #expect(added.fields == ["rating": "5", "comment": "good"])
    #expect(added.path.resource == "products/p-1/reviews")
    #expect(added.tries == 0 && !added.isInDoubt && added.notBefore == nil)
  }

  @Test func `a queued write's number is never reused`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    _ = try await queue.drop([1])
    #expect(try await bench.post(bench.queue()).number == 2)
  }

  @Test func `only their owner may read the queue's folder and files`() async throws {
    try await bench.post(bench.queue())
    try await bench.send(bench.queue())
    for (name, mode) in [("", 0o700), ("/queue.db", 0o600), ("/queue.lock", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: bench.folder.file("offline") + name)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
    }
  }

  @Test(
    arguments: [
      (APIRequest(path: "products/p-1", method: .patch), "a PATCH cannot wait"),
      (APIRequest(path: "products/p-1"), "a GET changes nothing"),
      (APIRequest(path: "products/p-1", method: .put, body: .json([:])), "are not known"),
      (APIRequest(path: "products/p-1", method: .delete), "are not known"),
      (APIRequest(path: "products/../x", method: .post), "contains the segment '..'"),
      (login { $0.isConfidential = true }, "password or a token"),
      (login { $0.authorizes = false }, "password or a token"),
      (
        APIRequest(
          path: "files", method: .post,
          body: .stream(contentType: "text/plain") { () throws(APIError) in .empty }),
        "its body cannot be kept"
      ),
    ] as [(APIRequest, String)])
  func `a write that cannot be repeated safely is not queued`(request: APIRequest, reason: String)
    async throws
  {
    let error = await #expect(throws: QueueError.self) {
      try await bench.queue().add(request, of: QueueBench.owner, base: nil, isInDoubt: false)
    }
    #expect(error?.code == .unsafe)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(try await bench.queue().writes(of: nil).isEmpty)
  }

  @Test(
    arguments: [
      APIRequest(path: "a", method: .post, headers: ["X-Api-Key": "s3cret"]),
      APIRequest(path: "a", method: .post, headers: ["X-Auth-Token": "s3cret"]),
      APIRequest(path: "a", method: .post, query: ["access_token": "s3cret"]),
      APIRequest(path: "a", method: .post, body: .json(["a": ["password": "s3cret"]])),
      APIRequest(
        path: "a", method: .post,
        body: .data(Data(#"{"\u0070assword":"s3cret"}"#.utf8), contentType: "application/json")),
      APIRequest(path: "a", method: .post, body: .urlEncoded(["client_secret": "s3cret"])),
      APIRequest(path: "a", method: .post, body: .formData(["token": "s3cret"])),
    ])
  func `a write with a credential is not queued, and creates no file`(request: APIRequest)
    async throws
  {
    let error = await #expect(throws: QueueError.self) {
      try await bench.queue().add(request, of: QueueBench.owner, base: nil, isInDoubt: false)
    }
    let name = try #require(request.credentialName)
    #expect(error == QueueError(credential: name))
    #expect(!FileManager.default.fileExists(atPath: bench.folder.file("offline")))
  }

  @Test func `credentials among the values before a change are not kept`() async throws {
    try await bench.put(
      bench.queue(), "r-1", "one", base: ["comment": "none", "token": "s3cret"])
    #expect(try await bench.queue().writes(of: nil).map(\.base) == [["comment": "none"]])
  }

  @Test func `a POST without a key is not queued`() async throws {
    var request = APIRequest(path: "reviews", method: .post)
    request.idempotencyKey = nil
    await #expect(throws: QueueError.self) {
      try await bench.queue().add(request, of: QueueBench.owner, base: nil, isInDoubt: false)
    }
  }

  @Test func `a request for an absolute address is queued if it is the owner's service`()
    async throws
  {
    let url = try #require(URL(string: "https://shop.test/v1/products/p%2F1/reviews?a=b"))
    let write = try await bench.queue().add(
      APIRequest(url: url, method: .post, body: .json(["a": 1])), of: QueueBench.owner, base: nil,
      isInDoubt: false)
    #expect(write.path.segments == ["products", "p/1", "reviews"])
    try await bench.send(bench.queue())
    #expect(bench.transport.requests.last?.url == url)
    let elsewhere = try #require(URL(string: "https://other.test/v1/products"))
    await #expect(throws: QueueError.self) {
      try await bench.queue().add(
        APIRequest(url: elsewhere, method: .post), of: QueueBench.owner, base: nil,
        isInDoubt: false)
    }
  }

  @Test func `a second change of a record expects the values of the first`() async throws {
    let queue = bench.queue()
    try await bench.put(queue, "r-1", "one", base: ["comment": "none", "rating": 1])
    let second = try await bench.put(queue, "r-1", "two", base: ["comment": "none"])
    #expect(second.base == ["comment": "one"])
    let third = try await bench.put(queue, "r-1", "three", base: nil)
    #expect(third.base == ["comment": "two", "rating": "5"])
  }

  @Test func `a change of a resource that a queued write creates depends on that write`()
    async throws
  {
    let queue = bench.queue()
    try await bench.post(queue)
    let change = try await bench.put(queue, "q-1", "better", base: nil)
    #expect(change.dependsOn == 1)
    #expect(change.base == ["rating": "5", "comment": "good"])
    // A write of another owner cannot be referred to.
    let other = DataOwner(environment: "dev", address: QueueBench.owner.address, account: "bob")
    await #expect(throws: QueueError.self) {
      try await queue.add(
        APIRequest(path: "products/p-1/reviews/q-1", method: .delete), of: other, base: nil,
        isInDoubt: false)
    }
    #expect(try await queue.drop([1]).map(\.number) == [1, 2])
    #expect(try await queue.writes(of: nil).isEmpty)
  }

  @Test func `a write that is not in the queue cannot be dropped or released`() async throws {
    for queue in [bench.queue(), bench.queue()] {
      let dropped = await #expect(throws: QueueError.self) { try await queue.drop([7]) }
      #expect(dropped?.code == .notFound)
      #expect(dropped?.message == "'q-7' is not in the queue")
      let released = await #expect(throws: QueueError.self) {
        try await queue.release(7, overwriting: false)
      }
      #expect(released?.code == .notFound)
      try await bench.post(queue)
    }
  }

  @Test func `the number and the size of queued writes are limited`() async throws {
    let queue = bench.queue()
    try await bench.post(queue)
    try await queue.change { database in
      try database.run("UPDATE writes SET size = ?", .integer(SQLiteWriteQueue.maximumSize))
    }
    let large = await #expect(throws: QueueError.self) { try await bench.post(queue) }
    #expect(large?.code == .full)
    #expect(large?.message == "the writes in the queue may have 256 MB together")
    try await queue.change { database in
      try database.execute(
        """
        UPDATE writes SET size = 0;
        WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
        INSERT INTO writes (environment, address, account, head, state, tries, created_at, size,
          digest)
        SELECT environment, address, account, head, state, tries, created_at, size, digest
        FROM writes, n;
        """)
    }
    let many = await #expect(throws: QueueError.self) { try await bench.post(queue) }
    #expect(many?.message == "the queue has 10000 writes, and can have no more")
    #expect(try await queue.writes(of: nil).count == 10_000)
  }
}

/// A request that signs in.
private func login(_ change: (inout APIRequest) -> Void) -> APIRequest {
  var request = APIRequest(path: "session", method: .post)
  change(&request)
  return request
}
