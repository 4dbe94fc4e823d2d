import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing
import WebFetching

@testable import WebOffline

@Suite("A store's size", .mayBlock)
struct RecordStoreBoundTests {
  private let folder: RecordStoreFolder
  private let text = String(repeating: "weight ", count: 100)

  init() throws {
    folder = try RecordStoreFolder()
  }

  private func size() throws -> Int {
    try Data(contentsOf: URL(filePath: folder.path)).count
  }

  @Test(arguments: [false, true])
  func `a store stays below its size limit, and the oldest records are removed`(searches: Bool)
    async throws
  {
    let store = folder.store(limit: 2_000_000)
    for page in 0..<40 {
      folder.advanceClock(by: 61)
      let offset = page * 100
      try await store.save(offset..<offset + 100, as: ListedPage(offset), text: text)
      if searches { #expect(try await store.found("\(offset)").contains(offset)) }
      #expect(try size() <= 2_000_000)
    }
    // The search creates the index of words, which takes some of the space.
    _ = try await store.found("weight")
    #expect(try size() <= 2_000_000)
    let kept = try await store.found(nil)
    #expect(kept.count > 500)
    #expect(kept == Array(4_000 - kept.count..<4_000))
    #expect(try await store.listed() == kept)
    #expect(try await store.found("weight") == kept)
    try folder.checkIndex()
    #expect(try folder.number("SELECT count(*) FROM uses") == kept.count)
    #expect(folder.notices.isEmpty)
  }

  @Test func `a full store removes the least recently read records`() async throws {
    let store = folder.store(limit: 2_000_000)
    try await store.save(0..<100, as: ListedPage(0), text: text)
    for page in 1..<40 {
      folder.advanceClock(by: 61)
      _ = try await store.record("r-7", of: "records")
      _ = try await store.page(50..<60, of: "all")
      try await store.save(page * 100..<page * 100 + 100, text: text)
    }
    #expect(try await store.found(nil).prefix(11) == [7] + Array(50..<60))
    #expect(try await store.listed() == [7] + Array(50..<60))
  }

  @Test(arguments: [-31_536_000.0, 31_536_000])
  func `which records a full store removes does not depend on the clock`(change: Double)
    async throws
  {
    let store = folder.store(limit: 2_000_000)
    try await store.save(0..<100, text: text)
    folder.advanceClock(by: change)
    for page in 1..<40 {
      folder.advanceClock(by: 61)
      try await store.save(page * 100..<page * 100 + 100, text: text)
    }
    #expect(try await store.found(nil).first.map { $0 > 1_000 } == true)
    #expect(try await store.record("r-3999", of: "records")?.date == RecordStoreFolder.date)
  }

  @Test func `a store reaches a lowered size limit in steps`() async throws {
    for page in 0..<60 {
      try await folder.store().save(page * 100..<page * 100 + 100, text: text)
    }
    let full = try size()
    let store = folder.store(limit: 1_000_000)
    try await store.save([9_999])
    #expect(try size() < full - 900_000)
    #expect(try size() > full - 1_500_000)
    for _ in 0..<20 { try await store.save([9_999]) }
    #expect(try size() <= 1_000_000)
    #expect(try await store.found("9999") == [9_999])
  }

  @Test func `a store's size limit also removes empty lists`() async throws {
    let store = folder.store(limit: 200_000)
    for number in 0..<1_500 {
      if number % 100 == 0 { folder.advanceClock(by: 61) }
      try await store.save(
        [], of: "records",
        as: ListedPage(list: text + "\(number)", offset: 0, total: 0, isLast: true),
        at: RecordStoreFolder.date)
    }
    #expect(try size() <= 200_000)
  }

  @Test func `a store records the use of a record once a minute`() async throws {
    let store = folder.store()
    try await store.save([1])
    func use(after seconds: Double) async throws -> Int? {
      folder.advanceClock(by: seconds)
      _ = try await store.record("r-1", of: "records")
      return try folder.number("SELECT tick FROM uses")
    }
    #expect(try await use(after: 30) == 1)
    #expect(try await use(after: 30) == 2)
    #expect(try await use(after: 59) == 2)
    #expect(try await use(after: -120) == 3)
  }
}
