import CoreSQLite
import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing
import WebFetching

@testable import WebOffline

@Suite("A store of records", .mayBlock)
struct RecordStoreTests {
  private let folder: RecordStoreFolder
  private let store: SQLiteRecordStore

  init() throws {
    folder = try RecordStoreFolder()
    store = folder.store()
  }

  @Test func `a store is empty, and creates no file, before something is saved`() async throws {
    #expect(try await store.record("r-1", of: "records") == nil)
    #expect(try await store.page(0..<10, of: "all") == nil)
    #expect(try await store.records(of: "records", matching: "a").isEmpty)
    try await store.remove(["r-1"], of: "records")
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `a store returns saved records with their dates, also after reopening`() async throws {
    try await store.save([7], text: "Größe")
    let record = KnownRecord(
      id: "r-7", json: Data(#"{"id":"r-7","text":"Größe"}"#.utf8), list: "",
      date: RecordStoreFolder.date)
    #expect(try await store.record("r-7", of: "records") == record)
    #expect(try await folder.store().record("r-7", of: "records") == record)
    #expect(try await store.record("r-7", of: "others") == nil)
    #expect(folder.notices.isEmpty)
  }

  @Test func `a store keeps no credentials in a record's fields or search text`()
    async throws
  {
    let json = Data(#"{"id":"r-1","apiKey":"s3cret-1","a":[{"\u0070assword":"s3cret-2"}]}"#.utf8)
    let record = RecordData(id: "r-1", json: json, searchText: "mug s3cret-1 s3cret-2")
    for _ in 0..<2 { try await store.save([record], of: "records", as: nil, at: .now) }
    #expect(
      try await store.record("r-1", of: "records")?.json
        == Data(#"{"id":"r-1","apiKey":null,"a":[{"\u0070assword":null}]}"#.utf8))
    #expect(try await store.records(of: "records", matching: "mug").count == 1)
    #expect(try await store.records(of: "records", matching: "s3cret").isEmpty)
    let file = try Data(contentsOf: URL(filePath: folder.path))
    #expect(file.firstRange(of: Data("s3cret".utf8)) == nil)
  }

  @Test(arguments: [
    // The listed record is longer, as it is written.
    (
      #"{"id":"r-1","name":"Ж","more":1}"#, #"{ "id": "r-1", "name": "\u0416" }"#,
      #"{"id":"r-1","more":1,"name":"Ж"}"#
    ),
    (
      #"{"type":"t","id":"r-1","attributes":{"a":1,"b":2}}"#,
      #"{"type":"t","id":"r-1","attributes":{"a":3}}"#,
      #"{"attributes":{"a":3,"b":2},"id":"r-1","type":"t"}"#
    ),
    (
      #"{"id":"r-1","attributes":{"a":1,"b":2}}"#, #"{"id":"r-1","attributes":{"a":3}}"#,
      #"{"attributes":{"a":3},"id":"r-1"}"#
    ),
  ])
  func `what a listed record lacks is kept, however it is written`(
    whole: String, listed: String, kept: String
  ) async throws {
    func save(_ json: String, _ page: ListedPage?) async throws {
      let record = RecordData(id: "r-1", json: Data(json.utf8))
      try await store.save([record], of: "records", as: page, at: .now)
    }
    try await save(whole, nil)
    for _ in 1...3 { try await save(listed, ListedPage(0)) }
    let json = try await store.record("r-1", of: "records")?.json
    #expect(json.map { String(decoding: $0, as: UTF8.self) } == kept)
  }

  @Test func `a record is of the list that it was received of last`() async throws {
    for list in ["all", "some", "some"] {
      let record = RecordData(id: "r-1", json: Data("{}".utf8), list: list, searchText: "a")
      try await store.save([record], of: "records", as: ListedPage(0), at: .now)
      #expect(try await store.record("r-1", of: "records")?.list == list)
      #expect(try await store.records(of: "records", matching: "a").map(\.list) == [list])
      #expect(try await store.records(of: "records", matching: nil).map(\.list) == [list])
      #expect(try await store.page(0..<1, of: "all")?.records.map(\.list) == [list])
    }
  }

  @Test func `a boolean is kept, and a short number stays in the words, whatever their names`()
    async throws
  {
    let json = Data(#"{"id":"r-1","secret":true,"otp":3}"#.utf8)
    let record = RecordData(id: "r-1", json: json, searchText: "13 mugs")
    try await store.save([record], of: "records", as: nil, at: .now)
    #expect(
      try await store.record("r-1", of: "records")?.json
        == Data(#"{"id":"r-1","secret":true,"otp":null}"#.utf8))
    #expect(try await store.records(of: "records", matching: "13").count == 1)
  }

  @Test func `a store keeps members that a listed record lacks, until it is shown alone again`()
    async throws
  {
    func save(_ json: String, at page: ListedPage?) async throws {
      let record = RecordData(id: "r-1", json: Data(json.utf8), searchText: "a")
      try await store.save([record], of: "records", as: page, at: .now)
    }
    func known() async throws -> String? {
      try await store.record("r-1", of: "records").map { String(decoding: $0.json, as: UTF8.self) }
    }
    let page = ListedPage(list: "records", offset: 0, total: 1, isLast: true)
    try await save(#"{"count":3,"image":"x","name":"a"}"#, at: nil)
    try await save(#"{"image":null,"name":"b"}"#, at: page)
    #expect(try await known() == #"{"count":3,"image":null,"name":"b"}"#)
    try await save(#"{"name":"c"}"#, at: nil)
    #expect(try await known() == #"{"name":"c"}"#)
  }

  @Test func `saving a record replaces its words and its date`() async throws {
    try await store.save([1, 2], text: "old")
    #expect(try await store.found("old") == [1, 2])
    let later = RecordStoreFolder.date + 60
    try await store.save([1], text: "new", at: later)
    #expect(try await store.record("r-1", of: "records")?.date == later)
    #expect(try await store.record("r-1", of: "records")?.json == RecordData(1, text: "new").json)
    #expect(try await store.found("old") == [2])
    #expect(try await store.found("new") == [1])
    try folder.checkIndex()
  }

  @Test func `a store keeps kinds of records apart`() async throws {
    try await store.save([1, 2])
    try await store.save([RecordData(1, text: "other")], of: "others", as: nil, at: .now)
    #expect(try await store.records(of: "others", matching: nil).map(\.id) == ["r-1"])
    #expect(try await store.count(of: "others") == 1)
    #expect(try await store.count(of: "none") == 0)
    #expect(try await store.found("other") == [])
    try await store.remove(["r-1"], of: "records")
    #expect(try await store.record("r-1", of: "others") != nil)
  }

  @Test func `a store writes only the date of an unchanged record`() async throws {
    try await store.save(1...500, as: ListedPage(0))
    _ = try await store.found("record")
    let written = try folder.number("SELECT count(*) FROM words_data")
    try await store.save(1...500, as: ListedPage(0), at: RecordStoreFolder.date + 1)
    #expect(try folder.number("SELECT count(*) FROM words_data") == written)
    #expect(try folder.number("SELECT count(*) FROM records") == 500)
    #expect(
      try await store.record("r-9", of: "records")?.date == RecordStoreFolder.date + 1)
  }

  @Test func `removed records disappear from a store's lists and searches`() async throws {
    try await store.save(1...5, as: ListedPage(0, total: 5, isLast: true))
    #expect(try await store.found("record").count == 5)
    try await store.remove(["r-2", "r-9"], of: "records")
    #expect(try await store.record("r-2", of: "records") == nil)
    #expect(try await store.listed() == [1, 3, 4, 5])
    #expect(try await store.page(0..<5, of: "all")?.total == 4)
    #expect(try await store.found("record") == [1, 3, 4, 5])
  }
}

@Suite("A store's lists", .mayBlock)
struct RecordStoreListTests {
  private let store: SQLiteRecordStore

  init() throws {
    store = try RecordStoreFolder().store()
  }

  @Test func `a stored list is known as far as its pages were received`() async throws {
    try await store.save(21...30, as: ListedPage(20, total: 100))
    try await store.save(1...10, as: ListedPage(0, total: 100))
    #expect(try await store.listed() == Array(1...10) + Array(21...30))
    let page = try #require(try await store.page(5..<25, of: "all"))
    #expect(page.records.map(\.id) == (6...10).map { "r-\($0)" } + (21...25).map { "r-\($0)" })
    #expect(page.known == 20)
    #expect(page.total == 100)
    #expect(try await store.page(0..<10, of: "others") == nil)
  }

  @Test func `a stored list is replaced where a page is received again`() async throws {
    try await store.save(1...10, as: ListedPage(0))
    try await store.save([20, 21], as: ListedPage(3))
    #expect(try await store.listed() == [1, 2, 3, 20, 21, 6, 7, 8, 9, 10])
  }

  @Test func `a stored list has a record once, where it was last seen`() async throws {
    try await store.save(1...4, as: ListedPage(0))
    try await store.save([9, 1, 2], as: ListedPage(0))
    #expect(try await store.listed() == [9, 1, 2, 4])
    try await store.save([5, 4, 5], as: ListedPage(3))
    #expect(try await store.listed() == [9, 1, 2, 5, 4])
  }

  @Test(arguments: [
    (ListedPage(0, isLast: true), 2), (ListedPage(0, total: 2), 2),
    (ListedPage(0, total: 2, isLast: true), 2), (ListedPage(0), 10), (ListedPage(0, total: 5), 5),
  ])
  func `a stored list ends where the last page or the total says`(page: ListedPage, count: Int)
    async throws
  {
    try await store.save(1...10, as: ListedPage(0))
    try await store.save(1...2, as: page)
    #expect(try await store.listed()?.count == count)
  }

  @Test func `a stored list may be known to be empty`() async throws {
    try await store.save([], as: ListedPage(0, isLast: true))
    #expect(try await store.page(0..<9, of: "all") == KnownPage(records: [], known: 0, total: 0))
  }

  @Test(arguments: [
    // The totals stated by pages, with their offsets; each page has two records.
    ([(0, 9), (2, nil)], 9 as Int?), ([(0, nil)], nil), ([(0, 3), (2, nil)], nil),
    ([(0, 9), (0, 7)], 7),
  ])
  func `a stored list keeps its total until a page contradicts it`(
    pages: [(Int, Int?)], total: Int?
  ) async throws {
    for (offset, total) in pages {
      try await store.save([offset, offset + 1], as: ListedPage(offset, total: total))
    }
    #expect(try await store.page(0..<9, of: "all")?.total == total)
  }
}

@Suite("A store's search", .mayBlock)
struct RecordStoreSearchTests {
  private let folder: RecordStoreFolder
  private let store: SQLiteRecordStore

  init() async throws {
    folder = try RecordStoreFolder()
    store = folder.store()
    try await store.save([1], text: "Crème brûlée, 2 cups")
    try await store.save([2], text: "CREAM of the crop")
    try await store.save([3], text: "don't \\\"quote\\\" me")
  }

  @Test(arguments: [
    ("cre", [1, 2]), ("CRÈ", [1, 2]), ("cre bru", [1]), ("bru cre", [1]), ("of crop", [2]),
    ("cup", [1]), ("2", [1, 2]), ("ups", []), ("don't", [3]), ("\"quote", [3]), ("\"", []),
    ("cre AND zzz", []), ("NEAR(cre", []), ("search:cre", []), ("cre*", [1, 2]), ("^cre", [1, 2]),
    ("", [1, 2, 3]), ("  ", [1, 2, 3]), ("cre\0bru", [1]), ("record", [1, 2, 3]),
  ])
  func `a store's search finds each word as a prefix, whatever its characters`(
    text: String, ids: [Int]
  ) async throws {
    #expect(try await store.found(text) == ids)
    #expect(folder.notices.isEmpty)
  }

  @Test func `a store's search accepts a text of any length`() async throws {
    let text = String(repeating: "cre ", count: 10_000)
    _ = try? await store.found(text)
    #expect(try await store.found("cre") == [1, 2])
    #expect(folder.notices.isEmpty)
  }

  @Test func `a store's search finds records saved since the last search`() async throws {
    #expect(try await store.found("crea") == [2])
    try await store.save([4, 5], text: "creaking")
    #expect(try await store.found("crea") == [2, 4, 5])
    try await store.remove(["r-5"], of: "records")
    try await store.save([6], text: "creature")
    #expect(try await store.found("crea") == [2, 4, 6])
  }

  @Test func `a store's search works on a full disk`() async throws {
    let full = folder.store { try $0.execute("PRAGMA max_page_count = 1") }
    #expect(try await full.found("crea") == [2])
    #expect(try await full.found("cre") == [1, 2])
    #expect(folder.notices.isEmpty)
  }
}
