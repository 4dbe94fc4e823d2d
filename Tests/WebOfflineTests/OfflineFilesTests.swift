import CoreJSON
import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing
import WebAPI
import WebFetching
import WebMessages
import WebOffline

@Suite(.mayBlock) struct OfflineFilesTests {
  @Test func `a queue without a file has no writes`() {
    #expect(!OfflineFiles(directory: "/proc/nonexistent").queue.mayHaveWrites)
  }

  @Test func `a stored record is forgotten when its change was sent`() async throws {
    let bench = try QueueBench()
    let files = OfflineFiles(directory: bench.folder.file("offline"))
    let store = files.store(of: QueueBench.owner) { _ in }
    let records = ["r-1", "r-2"].map { RecordData(id: $0, json: Data("{}".utf8), searchText: $0) }
    let page = ListedPage(list: "products/p-1/reviews", offset: 0, total: 2, isLast: true)
    try await store.save(records, of: "reviews", as: page, at: Date())
    bench.service.put("products/p-1/reviews/r-1", ["rating": 5, "comment": "old"])
    _ = try await files.queue.add(
      APIRequest(
        path: "products/p-1/reviews/r-1", method: .put, body: .formData(["comment": "new"])),
      of: QueueBench.owner, base: ["comment": "old"], isInDoubt: false)
    #expect(
      try await files.queue.send(of: QueueBench.owner, on: try bench.client(), .due) { _ in })
    #expect(try await store.record("r-1", of: "reviews") == nil)
    let known = try await store.page(0..<2, of: "products/p-1/reviews")
    #expect(known?.records.map(\.id) == ["r-2"])
    #expect(known?.total == 2)
  }
}
