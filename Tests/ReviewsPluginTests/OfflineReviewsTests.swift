import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import ReviewsPlugin

@Suite @MainActor struct OfflineReviewsTests {
  private let store = MemoryRecordStore()

  private static let owner = DataOwner(
    environment: "test", address: "http://localhost/v1", account: nil)

  private static func write(
    _ number: Int, _ method: HTTPMethod, _ path: APIPath, _ fields: JSONValue? = nil
  ) -> QueuedWrite {
    QueuedWrite(
      number: number, owner: owner, method: method, path: path, fields: fields, createdAt: Date())
  }

  private static let waiting = [
    write(3, .post, "products/p-1/reviews", ["rating": "4", "comment": "From the train"]),
    write(4, .put, "products/p-1/reviews/r-2", ["rating": 1]),
    write(5, .delete, "products/p-1/reviews/r-3"),
    write(6, .put, "products/p-1/reviews/q-3", ["comment": "From the tram"]),
    write(7, .post, "products/p-2/reviews", ["rating": 5, "comment": "Elsewhere"]),
    write(8, .post, "orders", ["rating": 5]),
  ]

  /// A shell with a shop of three reviews, whose connection a test can cut.
  private func harness(
    _ writes: [QueuedWrite] = [], _ mode: OfflineMode = .auto,
    isCut: @escaping @Sendable () -> Bool = { false }
  ) throws -> (ShellHarness, StubTransport) {
    let shop = ReviewedShop(ratings: [5, 4, 3]).transport
    let transport = StubTransport { request in
      if isCut() { throw TransportError(.unconnected, reason: "refused") }
      return try await shop.send(request)
    }
    let harness = try ShellHarness(
      transport,
      storage: MemoryOfflineStorage(queue: StubWriteQueue(writes)) { [store] _ in store },
      offline: mode)
    try harness.load(ReviewsModule(harness.context))
    return (harness, transport)
  }

  private func fields(_ output: String) -> [[Substring]] {
    output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
  }

  @Test func `a queued review is listed with a mark`() async throws {
    let (harness, _) = try harness(Self.waiting)
    let rows = fields(await harness.run("reviews list p-1").output)
    #expect(rows.map(\.first) == ["q-3", "r-1", "r-2", "r-3"])
    #expect(rows.map(\.last) == ["q-3 q-6", "", "q-4", "q-5"])
    #expect(rows[0][2] == "From the tram")
    #expect(rows[2][1] == "1")
    let json = await harness.run("reviews list p-1 -o json").output
    #expect(json.contains(#""queued":"q-4""#))
  }

  @Test func `a list without queued reviews has no column for the mark`() async throws {
    let (harness, _) = try harness([Self.waiting[4]])
    #expect(fields(await harness.run("reviews list p-1").output).allSatisfy { $0.count == 4 })
    #expect(fields(await harness.run("reviews list").output).first?.last == "q-7")
  }

  @Test func `a queued review is shown, but not counted`() async throws {
    let (harness, transport) = try harness(Self.waiting)
    let (status, output, _) = await harness.run("reviews show p-1 q-3 -o json")
    #expect(status == 0 && output.contains(#""comment":"From the tram""#))
    #expect(transport.requests.isEmpty)
    #expect(await harness.run("reviews show p-2 q-3").status == 3)
    #expect(await harness.run("reviews summary p-1").output.hasPrefix("p-1\t3\t"))
  }

  @Test func `deleting a queued review suggests to drop it`() async throws {
    let (harness, _) = try harness(Self.waiting)
    let (status, _, errors) = await harness.run("reviews delete p-1 q-3 --yes")
    #expect(
      status == 2 && errors.contains("'queue drop q-3' discards it"))
  }

  @Test func `completion offers queued reviews`() async throws {
    let (harness, _) = try harness(Self.waiting)
    _ = await harness.run("reviews list p-1")
    #expect(harness.completions(of: .reviews, for: "q-").map(\.text) == ["q-3"])
  }

  @Test func `offline never shows a queued review only by its name`() async throws {
    let (harness, _) = try harness(Self.waiting, .never)
    #expect(fields(await harness.run("reviews list p-1").output).count == 3)
    #expect(await harness.run("reviews show p-1 q-3").status == 0)
  }

  @Test func `reviews are listed and summarized without the shop`() async throws {
    let isCut = Mutex(false)
    let (harness, _) = try harness { isCut.withLock { $0 } }
    let online = await harness.run("reviews list p-1; reviews summary p-1")
    isCut.withLock { $0 = true }
    let offline = await harness.run("reviews list p-1; reviews summary p-1")
    #expect(offline.status == 0 && offline.output == online.output)
    #expect(harness.console.notices.count == 2)
    #expect(await harness.run("reviews list --max-rating 3").output == "p-1\tr-3\t3\tGood.\tmaja\n")
    #expect(await harness.run("reviews list p-2").status == 5)
  }

  @Test func `a queued change has the values that the user saw`() async throws {
    let seen = Mutex<[JSONValue?]>([])
    let transport = StubTransport { request in
      if request.method != .get { seen.withLock { $0.append(WriteBase.current) } }
      if request.method == .delete { return HTTPResponse(status: 204) }
      let id = request.url.lastPathComponent
      let rating = request.method == .get ? 5 : 3
      return ReviewedShop.response(
        200, ReviewedShop.review(Int(id.dropFirst(2)) ?? 0, rating: rating))
    }
    let queue = StubWriteQueue(Self.waiting)
    let harness = try ShellHarness(
      transport, storage: MemoryOfflineStorage(queue: queue) { [store] _ in store },
      offline: .auto)
    let service = ReviewsService(
      harness.context.service(waiting: { ReviewMapper.map(from: $0) }))
    _ = try await service.record("r-2", of: ReviewListing(product: "p-1"))
    _ = try await service.edit("r-2", of: "p-1", rating: 3, comment: nil)
    await #expect(throws: CommandPostponed.self) {
      try await service.edit("q-3", of: "p-1", rating: nil, comment: "!")
    }
    #expect(queue.writes.last?.base == ["comment": "From the tram"])
    _ = try await service.edit("r-9", of: "p-1", rating: 3, comment: nil)
    try await service.delete("r-9", of: "p-1")
    try await service.delete("r-9", of: "p-1")
    #expect(
      seen.withLock { $0 } == [
        ["rating": 1], nil, ["rating": 3, "comment": "Good."], nil,
      ])
  }
}
