import CoreSQLite
import FoundationEssentials
import Glibc
import SeashellTesting
import TestSupport
import Testing
import WebAPI
import WebFetching

@testable import WebOffline

@Suite("The owners of stores", .mayBlock)
struct RecordStoreOwnerTests {
  private let folder: TemporaryFolder
  private let files: OfflineFiles

  init() throws {
    folder = try TemporaryFolder()
    files = OfflineFiles(directory: folder.file("state/offline"))
  }

  private func owner(_ environment: String, _ account: String?, at host: String = "a") -> DataOwner
  {
    DataOwner(environment: environment, address: "https://\(host).test/v1", account: account)
  }

  private func save(_ text: String, of owner: DataOwner) async throws {
    try await files.store(of: owner) { _ in }
      .save([RecordData(1, text: text)], of: "records", as: ListedPage(0), at: .now)
  }

  private func text(of owner: DataOwner) async throws -> String? {
    let record = try await files.store(of: owner) { _ in }.record("r-1", of: "records")
    return record.map { String(decoding: $0.json, as: UTF8.self) }
  }

  @Test func `each owner sees only its own records in a shared store file`() async throws {
    let owners = [
      owner("dev", "ada"), owner("dev", "bob"), owner("dev", nil), owner("live", "ada"),
      owner("Dev", "ada"), owner("dev", "ADA"), owner("dev", "_"), owner("dev", ""),
    ]
    for turn in 1...2 {
      for (index, owner) in owners.enumerated() {
        if turn == 1 { #expect(try await text(of: owner) == nil) }
        try await save("\(turn) \(index)", of: owner)
      }
      for (index, owner) in owners.enumerated() {
        #expect(try await text(of: owner)?.contains("\(turn) \(index)") == true)
      }
    }
  }

  @Test func `an owner with another address starts with an empty store`() async throws {
    let (first, second) = (owner("dev", "ada"), owner("dev", "ada", at: "b"))
    try await save("first", of: first)
    #expect(try await text(of: second) == nil)
    #expect(try await text(of: first) != nil)
    for _ in 1...2 {
      try await save("second", of: second)
      #expect(try await text(of: first) == nil)
      #expect(try await files.store(of: first) { _ in }.page(0..<9, of: "all") == nil)
      #expect(try await files.store(of: first) { _ in }.records(of: "records", matching: "s") == [])
      try await save("first", of: first)
      #expect(try await text(of: second) == nil)
      #expect(try await text(of: first)?.contains("first") == true)
    }
  }

  @Test func `each owner has one store`() throws {
    let store = files.store(of: owner("dev", "ada")) { _ in } as AnyObject
    #expect(files.store(of: owner("dev", "ada")) { _ in } as AnyObject === store)
    #expect(files.store(of: owner("dev", nil)) { _ in } as AnyObject !== store)
  }

  @Test func `other users cannot read a store's files, whatever the umask`() async throws {
    // The mask is shared by the whole process.
    await #expect(processExitsWith: .success) {
      umask(0)
      let folder = try TemporaryFolder()
      let owner = DataOwner(environment: "dev", address: "https://a.test", account: nil)
      let store = OfflineFiles(directory: folder.file("state/offline")).store(of: owner) { _ in }
      try await store.save([RecordData(1)], of: "records", as: nil, at: .now)
      for name in ["state", "state/offline", "state/offline/dev"] {
        #expect(permissions(folder.file(name)) == 0o700)
      }
      for name in ["_.db", "_.db-journal"] {
        #expect(permissions(folder.file("state/offline/dev/\(name)")) == 0o600)
      }
    }
  }

  @Test func `a copied store file becomes private again`() async throws {
    try await save("private", of: owner("dev", nil))
    let path = folder.file("state/offline/dev/_.db")
    chmod(path, 0o644)
    let files = OfflineFiles(directory: folder.file("state/offline"))
    let store = files.store(of: owner("dev", nil)) { _ in }
    #expect(try await store.record("r-1", of: "records") != nil)
    #expect(permissions(path) == 0o600)
  }

  @Test func `removing a store affects one owner, who can start again`() async throws {
    try await save("ada's", of: owner("dev", "ada"))
    try await save("bob's", of: owner("dev", "bob"))
    let other = OfflineFiles(directory: folder.file("state/offline"))
    let open = other.store(of: owner("dev", "ada")) { _ in }
    #expect(try await open.record("r-1", of: "records") != nil)
    try await files.removeStore(of: owner("dev", "ada"))
    try await files.removeStore(of: owner("none", "ada"))
    #expect(try await text(of: owner("dev", "ada")) == nil)
    #expect(try await open.record("r-1", of: "records") == nil)
    #expect(try await text(of: owner("dev", "bob")) != nil)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.file("state/offline/dev"))
    #expect(names.allSatisfy { $0.hasPrefix("bob") })
    try await save("new", of: owner("dev", "ada"))
    #expect(try await open.record("r-1", of: "records") != nil)
  }

  @Test(arguments: [
    ("ada", "ada"), ("p-1", "p-1"), ("Ada", "%41da"), ("", "%"), ("_", "%5f"), ("..", "%2e%2e"),
    ("a/b", "a%2fb"), ("a\0b", "a%00b"), ("ä", "%c3%a4"), ("a%", "a%25"), ("ada.db", "ada%2edb"),
  ])
  func `each owner's store has a file name of its own`(name: String, escaped: String) {
    #expect(RecordFile.escaped(name) == escaped)
  }

  @Test func `an owner of a store may have a long name`() {
    let names = (0..<10).map { String(repeating: "Ü", count: 1_000 + $0) }
    let files = Set(names.map(RecordFile.escaped))
    #expect(files.count == names.count)
    #expect(files.allSatisfy { $0.utf8.count < 200 })
  }
}

@Suite("A store in several processes", .mayBlock)
struct RecordStoreSharingTests {
  private let folder: RecordStoreFolder

  init() throws {
    folder = try RecordStoreFolder()
  }

  @Test func `a store used by several processes loses no records`() async throws {
    try await withThrowingTaskGroup { group in
      for part in 0..<4 {
        let store = folder.store(busyTimeout: 30_000)
        group.addTask {
          for page in 0..<10 {
            let offset = part * 1_000 + page * 100
            try await store.save(offset..<offset + 100, as: ListedPage(offset), text: "shared")
            _ = try await store.found("shared")
            _ = try await store.listed(offset..<offset + 100)
          }
        }
      }
      try await group.waitForAll()
    }
    let store = folder.store()
    #expect(try await store.found("shared").sorted() == Array(0..<4_000))
    #expect(try await store.listed() == Array(0..<4_000))
    #expect(try folder.number("SELECT count(*) FROM uses") == 4_000)
    #expect(folder.notices.isEmpty)
  }

  @Test func `a store used by several processes is created once`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        let store = folder.store(busyTimeout: 30_000)
        group.addTask { try await store.save([number]) }
      }
      try await group.waitForAll()
    }
    #expect(try await folder.store().found(nil).sorted() == Array(0..<8))
    #expect(folder.notices.isEmpty)
  }

  @Test func `a store file that was replaced is opened again`() async throws {
    let store = folder.store()
    try await store.save([1])
    try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + ".old")
    #expect(try await store.record("r-1", of: "records") == nil)
    try await folder.store().save([2])
    #expect(try await store.found(nil) == [2])
    try await store.save([3])
    #expect(try await folder.store().found(nil) == [2, 3])
    #expect(folder.notices.isEmpty)
  }

  @Test func `a damaged store file is set aside once, by the first process that finds it`()
    async throws
  {
    let stores = [folder.store(), folder.store()]
    for store in stores { try await store.save(1...100) }
    try Data(repeating: 0x5A, count: 50_000).write(to: URL(filePath: folder.path))
    for store in stores { #expect(try await store.record("r-1", of: "records") == nil) }
    for (number, store) in stores.enumerated() { try await store.save([number]) }
    #expect(try await folder.store().found(nil) == [0, 1])
    #expect(folder.notices.count == 1)
  }
}

/// Returns a file's permissions, if it exists.
private func permissions(_ path: String) -> mode_t? {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}
