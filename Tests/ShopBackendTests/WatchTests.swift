import FoundationEssentials
import TestSupport
import Glibc
import CoreSQLite
import SeashellTesting
import Synchronization
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A shop that is watched", .mayBlock)
struct WatchTests {
  private let shop: TestShop
  private let other: TestShop

  init() throws {
    shop = try TestShop()
    other = TestShop(beside: shop)
  }

  /// Runs a body during a watch.
  private func watching(
    from start: WatchStart? = nil, _ body: (Watcher) async throws -> Void
  ) async throws {
    let watcher = Watcher(of: shop.path)
    let transport = shop.transport
    let task = Task {
      await transport.watch(from: start, every: .seconds(1), clock: watcher.clock) {
        watcher.take($0)
      }
    }
    await watcher.wake()
    let result: Result<Void, any Error>
    do { result = .success(try await body(watcher)) } catch { result = .failure(error) }
    task.cancel()
    await task.value
    try result.get()
  }

  /// Inserts events directly into the database.
  private func insert(_ count: Int) throws {
    try shop.run(
      """
      INSERT INTO events (name, resource, item)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      SELECT 'api.data.inserted', 'products/p-1/reviews', 'r-' || i FROM n;
      """)
  }

  @Test func `a watch reports other processes' changes once and in order`()
    async throws
  {
    let token = try await other.logIn().access_token
    let reviews = "/v1/products/p-1/reviews"
    _ = try await other.post(reviews, #"{"rating":1,"comment":"Before"}"#, token: token)
    try await watching { watcher in
      #expect(await watcher.look().isEmpty)
      let added = try await other.post(reviews, #"{"rating":3,"comment":"New"}"#, token: token)
      let id = (try added.decoded() as ReviewReply).id
      let changed = try await other.send(
        .put, "\(reviews)/\(id)", headers: TestShop.json, body: #"{"rating":4}"#, token: token)
      let deleted = try await other.send(.delete, "\(reviews)/\(id)", token: token)
      let resource = "products/p-1/reviews"
      #expect(
        await watcher.look() == [
          FeedEvent(id: added.headers["Event-Id"], .init(.inserted, of: resource, id: id)),
          FeedEvent(id: changed.headers["Event-Id"], .init(.updated, of: resource, id: id)),
          FeedEvent(id: deleted.headers["Event-Id"], .init(.deleted, of: resource, id: id)),
        ])
      #expect(await watcher.look().isEmpty)
    }
  }

  @Test func `a watch does not report the shop's own changes`()
    async throws
  {
    let token = try await shop.logIn().access_token
    func post(_ door: TestShop) async throws -> String? {
      try await door.post(
        "/v1/products/p-2/reviews", #"{"rating":5,"comment":"x"}"#, token: token
      ).headers["Event-Id"]
    }
    try await watching { watcher in
      _ = try await post(shop)
      let theirs = try await post(other)
      _ = try await post(shop)
      #expect(await watcher.look().map(\.id) == [theirs])
      _ = try await post(shop)
      #expect(await watcher.look().isEmpty)
      let more = try await post(other)
      #expect(await watcher.look().map(\.id) == [more])
    }
  }

  @Test func `a watch that begins while the shop creates its file misses nothing`() async throws {
    // The file is there, and not yet a shop.
    try Data().write(to: URL(filePath: shop.path))
    let start = shop.transport.beginWatch()
    #expect(start.isUnreadable)
    let token = try await shop.logIn().access_token
    try await watching(from: start) { watcher in
      #expect(await watcher.look().isEmpty)
      let theirs = try await other.post(
        "/v1/products/p-2/reviews", #"{"rating":5,"comment":"x"}"#, token: token
      ).headers["Event-Id"]
      #expect(await watcher.look().map(\.id) == [theirs])
    }
  }

  @Test(arguments: [1, 499, 500, 501, 100_000])
  func `a watch reports many changes in batches of limited size`(count: Int)
    async throws
  {
    try await watching { watcher in
      try insert(count)
      let events = await watcher.look()
      #expect(events.map(\.id) == (1...count).map(String.init))
      #expect(watcher.sizes.dropLast().allSatisfy { 1...500 ~= $0 })
      #expect(watcher.sizes.last == 0)
      #expect(watcher.sizes.count == (count + 499) / 500 + 1)
      #expect(await watcher.look().isEmpty)
      #expect(watcher.sizes.isEmpty)
    }
  }

  @Test func `a watch lets requests through between batches`() async throws {
    let answered = Mutex(0)
    let clock = ManualClock()
    let (shop, transport) = (shop, shop.transport)
    let task = Task {
      await transport.watch(every: .seconds(1), clock: clock) { events in
        await #expect(throws: Never.self) {
          let holder = try Database(path: shop.path, busyTimeout: 0)
          try holder.execute("BEGIN EXCLUSIVE; COMMIT")
          let reply = try await shop.get("/v1/products/p-1")
          if reply.status == 200 { answered.withLock { $0 += 1 } }
        }
      }
    }
    let watcher = Watcher(of: shop.path, clock: clock)
    await watcher.wake()
    try insert(2_000)
    clock.advance(by: .seconds(1))
    await watcher.wake()
    task.cancel()
    await task.value
    #expect(answered.withLock(\.self) == 5)
  }

  @Test func `a cancelled watch reports nothing more`() async throws {
    let told = Mutex(0)
    let clock = ManualClock()
    let transport = shop.transport
    let task = Task {
      await transport.watch(every: .seconds(1), clock: clock) { _ in
        told.withLock { $0 += 1 }
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await Watcher(of: shop.path, clock: clock).wake()
    try insert(2_000)
    clock.advance(by: .seconds(1))
    await task.value
    #expect(told.withLock(\.self) == 1)
  }

  @Test func `a watch reports everything changed after too many changes`()
    async throws
  {
    try await watching { watcher in
      try insert(20)
      try shop.run("DELETE FROM events WHERE id <= 10")
      let events = await watcher.look()
      #expect(events.first == .everything)
      #expect(events.dropFirst().map(\.id) == (11...20).map(String.init))
      try insert(1)
      try shop.run("DELETE FROM events")
      #expect(await watcher.look() == [.everything])
      try insert(1)
      #expect(await watcher.look().map(\.id) == ["22"])
    }
  }

  @Test func `a watch does not wait for a busy file`()
    async throws
  {
    try await watching { watcher in
      try insert(1)
      let holder = try Database(path: shop.path)
      try holder.execute("BEGIN EXCLUSIVE")
      #expect(await watcher.look().isEmpty)
      try holder.execute("COMMIT")
      #expect(await watcher.look().map(\.id) == ["1"])
    }
  }

  @Test func `a watch that has begun reports what changes before it first reads`() async throws {
    try insert(1)
    let start = shop.transport.beginWatch()
    try insert(2)
    try await watching(from: start) { watcher in
      #expect(watcher.seen.map(\.id) == ["2", "3"])
      #expect(await watcher.look().isEmpty)
    }
  }

  @Test func `a watch that begins while another process writes reports everything changed`()
    async throws
  {
    let holder = try Database(path: shop.path)
    try holder.execute("BEGIN EXCLUSIVE")
    let start = shop.transport.beginWatch()
    try await watching(from: start) { watcher in
      #expect(watcher.seen.isEmpty)
      try holder.execute("COMMIT")
      // Nothing changes the file any more.
      #expect(await watcher.tick() == [.everything])
      try insert(1)
      #expect(await watcher.look().map(\.id) == ["1"])
    }
  }

  @Test func `a watch holds no lock between polls`() async throws {
    try await watching { watcher in
      try insert(1)
      _ = await watcher.look()
      let holder = try Database(path: shop.path, busyTimeout: 0)
      try holder.execute("BEGIN EXCLUSIVE; COMMIT")
    }
  }

  @Test func `a watch neither recreates a deleted file nor repeats old changes`()
    async throws
  {
    try insert(3)
    let old = try Data(contentsOf: URL(filePath: shop.path))
    try await watching { watcher in
      unlink(shop.path)
      #expect(await watcher.look().isEmpty)
      #expect(access(shop.path, F_OK) != 0)
      // With more events than the first file had.
      try old.write(to: URL(filePath: shop.path))
      try insert(3)
      #expect(await watcher.look() == [.everything])
      #expect(await watcher.look().isEmpty)
      try insert(1)
      #expect(await watcher.look().map(\.id) == ["7"])
    }
  }

  @Test(arguments: [false, true])
  func `a watch reports everything changed if the file was replaced`(
    isNewFile: Bool
  ) async throws {
    let old = try Data(contentsOf: URL(filePath: shop.path))
    try insert(5)
    try await watching { watcher in
      if isNewFile {
        try old.write(to: URL(filePath: shop.folder.file("new")))
        #expect(rename(shop.folder.file("new"), shop.path) == 0)
      } else {
        try overwrite(old)
      }
      #expect(await watcher.look() == [.everything])
      try insert(1)
      #expect(await watcher.look().map(\.id) == ["1"])
    }
  }

  @Test func `a watch reports a new file's changes with reused ids`()
    async throws
  {
    let old = try Data(contentsOf: URL(filePath: shop.path))
    let token = try await shop.logIn().access_token
    try await watching { watcher in
      let body = #"{"rating":5,"comment":"x"}"#
      let own = try await shop.post("/v1/products/p-2/reviews", body, token: token)
      #expect(own.headers["Event-Id"] == "1")
      try old.write(to: URL(filePath: shop.folder.file("new")))
      #expect(rename(shop.folder.file("new"), shop.path) == 0)
      #expect(await watcher.look() == [.everything])
      try insert(1)
      #expect(await watcher.look().map(\.id) == ["1"])
    }
  }

  @Test func `a watch continues once a damaged file is repaired`() async throws {
    let whole = try Data(contentsOf: URL(filePath: shop.path))
    try await watching { watcher in
      for garbage in [Data(repeating: 0x5A, count: 10_000), Data(), whole.prefix(5_000)] {
        try overwrite(garbage)
        #expect(await watcher.look().isEmpty)
      }
      try overwrite(whole)
      try insert(1)
      #expect(await watcher.look().map(\.id) == ["1"])
    }
  }

  @Test func `a watch may begin before the file is created`() async throws {
    let whole = try Data(contentsOf: URL(filePath: shop.path))
    unlink(shop.path)
    try await watching { watcher in
      #expect(await watcher.look().isEmpty)
      try Data().write(to: URL(filePath: shop.path))
      #expect(await watcher.look().isEmpty)
      try overwrite(whole)
      try insert(1)
      #expect(await watcher.look().isEmpty)
      try insert(1)
      #expect(await watcher.look().map(\.id) == ["2"])
    }
  }

  /// Overwrites the content of the same file.
  private func overwrite(_ bytes: Data) throws {
    let descriptor = open(shop.path, O_WRONLY | O_TRUNC)
    defer { close(descriptor) }
    #expect(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
  }
}
