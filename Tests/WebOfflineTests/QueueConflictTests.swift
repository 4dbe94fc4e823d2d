import CoreJSON
import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing
import WebAPI
import WebMessages

@testable import WebOffline

/// A PUT or DELETE whose record has changed since the user saw it.
@Suite(.mayBlock) struct QueueConflictTests {
  private static let path = "products/p-1/reviews/r-1"
  private static let seen: JSONValue = ["rating": 5, "comment": "old"]

  private let bench: QueueBench
  private let queue: SQLiteWriteQueue

  init() throws {
    bench = try QueueBench()
    queue = bench.queue()
    bench.service.put(Self.path, ["rating": 5, "comment": "old", "author": "ada"])
  }

  private func comment() -> JSONValue? {
    bench.service.records["/v1/" + Self.path]?.fields["comment"]
  }

  private func waiting() async throws -> QueuedWrite {
    try #require(try await bench.queue().writes(of: nil).first)
  }

  @Test func `an unchanged record is replaced, with the version that was read`() async throws {
    try await bench.put(queue, "r-1", "new", base: Self.seen)
    #expect(try await bench.send(queue) == ["sent q-1 -"])
    #expect(comment() == "new")
    #expect(bench.transport.requests.last?.headers["If-Match"] == "\"2\"")
    #expect(bench.events.names.contains("api.data.updated"))
  }

  @Test(arguments: ["overwrite", "give up", "see it changed again"])
  func `a change of a record that others have changed is held with both versions`(choice: String)
    async throws
  {
    try await bench.put(queue, "r-1", "mine", base: Self.seen)
    bench.service.put(Self.path, ["rating": 5, "comment": "theirs", "author": "ada"])
    #expect(try await bench.send(queue) == ["held q-1"])
    let held = try await waiting()
    #expect(held.fields == ["rating": "5", "comment": "mine"])
    #expect(held.base == Self.seen)
    #expect(held.theirs == ["rating": 5, "comment": "theirs"])
    #expect(held.status == 412 && !held.isInDoubt)
    #expect(comment() == "theirs")
    switch choice {
    case "overwrite":
      try await queue.release(1, overwriting: true)
      #expect(try await bench.send(queue) == ["sent q-1 -"])
      #expect(comment() == "mine")
    case "give up":
      try await queue.release(1, overwriting: false)
      #expect(try await bench.send(queue) == ["held q-1"])
      #expect(try await queue.drop([1]).count == 1)
      #expect(comment() == "theirs")
    default:
      try await queue.release(1, overwriting: true)
      bench.service.put(Self.path, ["rating": 5, "comment": "again", "author": "ada"])
      #expect(try await bench.send(queue) == ["held q-1"])
      #expect(try await waiting().theirs?["comment"] == "again")
    }
  }

  @Test func `a change of other fields is not a conflict`() async throws {
    try await bench.put(queue, "r-1", "mine", base: Self.seen)
    bench.service.put(Self.path, ["rating": 5, "comment": "old", "author": "eve"])
    #expect(try await bench.send(queue) == ["sent q-1 -"])
  }

  @Test func `a record that changes after it was read is read again`() async throws {
    try await bench.put(queue, "r-1", "mine", base: Self.seen)
    let service = bench.service
    service.intercept { request in
      guard request.method == .put, request.headers["If-Match"] == "\"2\"" else { return nil }
      service.put(Self.path, ["rating": 5, "comment": "old", "author": "eve"])
      return nil
    }
    #expect(try await bench.send(queue) == ["sent q-1 -"])
    #expect(bench.paths.map { $0.prefix(3) } == ["GET", "PUT", "GET", "PUT"])
  }

  @Test func `a write to a record that keeps changing waits; one whose version is refused is held`()
    async throws
  {
    let service = bench.service
    try await bench.put(queue, "r-1", "mine", base: Self.seen)
    service.intercept { request in
      guard request.method == .put else { return nil }
      service.put(Self.path, ["rating": 5, "comment": "old"])
      return nil
    }
    #expect(try await bench.send(queue) == ["postponed q-1"])
    service.intercept { $0.method == .put ? HTTPResponse(status: 412) : nil }
    #expect(try await bench.send(queue, .all) == ["held q-1"])
    #expect(try await waiting().reason?.contains("ETag") == true)
  }

  @Test func `a missing record counts as deleted, and cannot be changed`() async throws {
    try await bench.put(queue, "r-1", "mine", base: Self.seen)
    bench.service.remove(Self.path)
    #expect(try await bench.send(queue) == ["held q-1"])
    #expect(try await waiting().reason == "404: it is no longer there")
    _ = try await queue.drop([1])
    try await bench.delete(queue, "r-1", base: Self.seen)
    #expect(try await bench.send(queue) == ["sent q-2 -"])
  }

  @Test func `the deletion of a changed record is held`() async throws {
    try await bench.delete(queue, "r-1", base: Self.seen)
    bench.service.put(Self.path, ["rating": 1, "comment": "old"])
    #expect(try await bench.send(queue) == ["held q-1"])
    try await queue.release(1, overwriting: true)
    #expect(try await bench.send(queue) == ["sent q-1 -"])
    #expect(bench.service.records.isEmpty)
  }

  @Test func `a change of a record without an ETag is held, unless it may overwrite`() async throws
  {
    try await bench.put(queue, "r-1", "mine", base: Self.seen)
    bench.service.intercept { request in
      guard request.method == .get else { return nil }
      return try HTTPResponse(json: Self.seen)
    }
    #expect(try await bench.send(queue) == ["held q-1"])
    #expect(try await waiting().reason?.contains("ETag") == true)
    try await queue.release(1, overwriting: true)
    #expect(try await bench.send(queue) == ["sent q-1 -"])
    #expect(bench.transport.requests.last?.headers["If-Match"] == nil)
  }

  @Test func `the user's own If-Match is sent unchanged, without reading first`() async throws {
    try await bench.put(queue, "r-1", "one", base: nil, headers: ["If-Match": "\"2\""])
    #expect(try await bench.send(queue) == ["sent q-1 -"])
    #expect(bench.paths.count == 1)
    try await bench.put(queue, "r-1", "two", base: nil, headers: ["If-Match": "\"2\""])
    #expect(try await bench.send(queue) == ["held q-2"])
    #expect(try await waiting().theirs?["comment"] == "one")
    try await queue.release(2, overwriting: true)
    #expect(try await bench.send(queue) == ["sent q-2 -"])
    #expect(comment() == "two")
  }

  @Test func `after a change is dropped, the next one expects the original values`()
    async throws
  {
    try await bench.put(queue, "r-1", "first", base: Self.seen)
    try await bench.put(queue, "r-1", "second", base: Self.seen)
    #expect(try await queue.writes(of: nil).last?.base?["comment"] == "first")
    _ = try await queue.drop([1])
    #expect(try await queue.writes(of: nil).last?.base == Self.seen)
    #expect(try await bench.send(queue) == ["sent q-2 -"])
    #expect(comment() == "second")
  }

  @Test func `several changes of one record go out one after the other`() async throws {
    try await bench.put(queue, "r-1", "one", base: Self.seen)
    try await bench.put(queue, "r-1", "two", base: Self.seen)
    try await bench.delete(queue, "r-1", base: Self.seen)
    #expect(try await bench.send(queue) == ["sent q-1 -", "sent q-2 -", "sent q-3 -"])
    #expect(bench.service.records.isEmpty)
  }

  @Test(
    arguments: [
      (401, .waiting), (500, .waiting), (503, .waiting), (429, .waiting), (403, .held),
    ] as [(Int, QueuedWrite.State)])
  func `a record that cannot be read keeps the write`(status: Int, state: QueuedWrite.State)
    async throws
  {
    try await bench.put(queue, "r-1", "mine", base: Self.seen)
    bench.service.intercept { _ in HTTPResponse(status: status) }
    try await bench.send(queue)
    let write = try await waiting()
    #expect(write.state == state)
    #expect(!write.isInDoubt)
    #expect(bench.paths == ["GET /v1/\(Self.path)"])
  }
}
