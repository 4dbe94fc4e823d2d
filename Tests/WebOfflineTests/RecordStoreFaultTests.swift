import CoreSQLite
import FoundationEssentials
import Glibc
import SeashellTesting
import TestSupport
import Testing
import WebFetching

@testable import WebOffline

@Suite("A store's damaged file", .mayBlock)
struct RecordStoreDamageTests {
  private let folder: RecordStoreFolder

  init() throws {
    folder = try RecordStoreFolder()
  }

  /// Saves 300 records, searches, and returns the file.
  private func content() async throws -> Data {
    let store = folder.store()
    try await store.save(1...300, as: ListedPage(0, isLast: true), text: "torn")
    #expect(try await store.found("torn").count == 300)
    return try Data(contentsOf: URL(filePath: folder.path))
  }

  /// Uses a store in every way, and checks that it works again afterwards.
  private func use(_ store: SQLiteRecordStore, _ comment: Comment) async throws {
    for number in 1...3 { _ = try await store.record("r-\(number * 100)", of: "records") }
    _ = try await store.listed()
    _ = try await store.found(nil)
    _ = try await store.found("torn")
    try await store.save(1...300, as: ListedPage(0, isLast: true), text: "mended")
    #expect(try await store.listed() == Array(1...300), comment)
    #expect(try await store.found("mended") == Array(1...300), comment)
    #expect(try await store.found("torn") == [], comment)
    #expect(folder.notices.count <= 1, comment)
  }

  @Test(arguments: 0..<8)
  func `a store file cut anywhere is set aside and created again`(part: Int) async throws {
    let whole = try await content()
    let step = 509
    for length in stride(from: part * step, to: whole.count, by: step * 8) {
      let folder = try RecordStoreDamageTests()
      try await folder.checkTorn(whole.prefix(length))
    }
    for length in part * 16..<part * 16 + 16 {
      let folder = try RecordStoreDamageTests()
      try await folder.checkTorn(whole.prefix(length))
    }
  }

  private func checkTorn(_ content: Data) async throws {
    try content.write(to: URL(filePath: folder.path))
    try await use(folder.store(), "\(content.count) bytes")
  }

  @Test(arguments: 0..<4)
  func `a store file with overwritten pages is set aside and created again`(part: Int) async throws
  {
    let whole = try await content()
    for start in stride(from: part * 4_096, to: whole.count, by: 4 * 4_096) {
      let folder = try RecordStoreDamageTests()
      let rest = whole.dropFirst(start + 4_096)
      try await folder.checkTorn(whole.prefix(start) + Data(repeating: 0x5A, count: 4_096) + rest)
    }
  }

  @Test func `a store file damaged while in use is noticed`() async throws {
    let whole = try await content()
    let store = folder.store()
    #expect(try await store.record("r-1", of: "records") != nil)
    try Data(repeating: 0x5A, count: whole.count).write(to: URL(filePath: folder.path))
    #expect(try await store.record("r-1", of: "records") == nil)
    try await store.save([1])
    #expect(try await store.found(nil) == [1])
    #expect(
      folder.notices == [
        "offline data of 'dev' was damaged and is collected anew; the old file is "
          + "\(folder.path).damaged-1"
      ])

  }

  @Test(arguments: [
    ("PRAGMA user_version = 99", "newer"), ("DROP TABLE uses", "damaged"),
    ("DROP TABLE meta", "damaged"), ("PRAGMA user_version = -1", "damaged"),
    ("PRAGMA user_version = 0", "damaged"),
  ])
  func `a store file with unknown tables is set aside`(change: String, name: String) async throws {
    _ = try await content()
    try Database(path: folder.path).execute(change)
    let store = folder.store()
    #expect(try await store.record("r-1", of: "records") == nil)
    try await store.save([2])
    #expect(try await store.found(nil) == [2])
    #expect(folder.notices.count == 1)
    #expect(FileManager.default.fileExists(atPath: "\(folder.path).\(name)-1"))
  }

  @Test(arguments: [false, true])
  func `records of the previous version, as a module had read them, are dropped, and others stored`(
    isRead: Bool
  ) async throws {
    _ = try await content()
    try Database(path: folder.path).execute(
      "ALTER TABLE records DROP COLUMN list; PRAGMA user_version = 1")
    let (store, other) = (folder.store(), folder.store())
    if isRead {
      #expect(try await store.record("r-1", of: "records") == nil)
      #expect(try await other.listed() == nil)
    }
    let record = RecordData(id: "r-2", json: Data("{}".utf8), list: "a/1", searchText: "new")
    try await store.save([record], of: "records", as: nil, at: .now)
    #expect(try await other.found("new") == [2])
    #expect(try await other.found(nil) == [2])
    #expect(try await other.record("r-2", of: "records")?.list == "a/1")
    try folder.checkIndex()
    #expect(folder.notices.isEmpty)
  }

  @Test func `at most three damaged store files are kept`() async throws {
    for _ in 1...5 {
      try Data(repeating: 0x5A, count: 5_000).write(to: URL(filePath: folder.path))
      try await folder.store().save([1])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.folder.path)
    #expect(
      names.filter { !$0.hasSuffix("-journal") }.sorted()
        == ["ada.db", "ada.db.damaged-1", "ada.db.damaged-2", "ada.db.damaged-3"])
    try await folder.store().removeFile()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.folder.path).isEmpty)
  }
}

@Suite("A store that cannot be written", .mayBlock)
struct RecordStoreUnwritableTests {
  private let folder: RecordStoreFolder

  init() async throws {
    folder = try RecordStoreFolder()
    try await folder.store().save(1...20, as: ListedPage(0, isLast: true), text: "kept")
  }

  @Test(arguments: [
    // With `query_only`, SQLite also rejects tables in memory, so only the other case searches.
    ("PRAGMA max_page_count = 1", RecordStoreError.Code.full, "no space is left on the disk"),
    ("PRAGMA query_only = ON", .readOnly, "the file or its folder is read-only"),
  ])
  func `a store that cannot be written is read, keeps its records, and reports that once`(
    limit: String, code: RecordStoreError.Code, reason: String
  ) async throws {
    let store = folder.store { try $0.execute(limit) }
    for _ in 1...3 {
      let error = await #expect(throws: RecordStoreError.self) {
        try await store.save(1...5_000, as: ListedPage(0), text: "lost")
      }
      #expect(error?.code == code)
      folder.advanceClock(by: 3_600)
      #expect(try await store.listed() == Array(1...20))
      guard code == .full else { continue }
      #expect(try await store.found("kept") == Array(1...20))
      #expect(try await store.found("lost") == [])
    }
    #expect(folder.notices == ["offline data of 'dev' cannot be written: \(reason)"])
    #expect(try await folder.store().listed() == Array(1...20))
  }

  @Test func `a store that cannot be written for a while is written later`() async throws {
    let store = folder.store(busyTimeout: 1)
    let other = try Database(path: folder.path)
    try other.execute("BEGIN IMMEDIATE")
    let error = await #expect(throws: RecordStoreError.self) { try await store.save([30]) }
    #expect(error?.code == .busy)
    #expect(try await store.listed() == Array(1...20))
    try other.execute("COMMIT")
    try await store.save([30])
    #expect(try await store.found(nil) == Array(1...20) + [30])
    #expect(folder.notices.count == 1)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `a store whose file and folder are read-only can be read`() async throws {
    chmod(folder.path, 0o400)
    chmod(folder.folder.path, 0o500)
    defer { chmod(folder.folder.path, 0o700) }
    let store = folder.store()
    #expect(try await store.listed() == Array(1...20))
    #expect(try await store.found("kept") == Array(1...20))
    await #expect(throws: RecordStoreError.self) { try await store.save([30]) }
    #expect(folder.notices.count == 1)
  }

  @Test func `a store whose folder cannot be created is empty`() async throws {
    let path = folder.path + "/below/ada.db"
    let store = SQLiteRecordStore(path: path, owner: RecordStoreFolder.owner) { _ in }
    #expect(try await store.record("r-1", of: "records") == nil)
    await #expect(throws: RecordStoreError.self) { try await store.save([1]) }
  }
}
