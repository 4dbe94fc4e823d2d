import FoundationEssentials
import TestSupport
import Glibc
import CoreSQLite
import SeashellTesting
import Synchronization
import Testing
import WebMessages

@testable import ShopBackend

@Suite("The shop's database", .mayBlock)
struct StorageTests {
  private let shop: TestShop

  init() throws {
    shop = try TestShop(isMade: false)
  }

  @Test func `the database is created at the first request`() async throws {
    #expect(!FileManager.default.fileExists(atPath: shop.path))
    #expect(try await shop.get("/v1/products/p-1").status == 200)
    var status = stat()
    #expect(stat(shop.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `the database and its folders are private to their owner`() throws {
    let path = shop.folder.file("a/b/shop.db")
    _ = try ShopStorage(path: path)
    for folder in ["a", "a/b"] {
      var status = stat()
      #expect(stat(shop.folder.file(folder), &status) == 0)
      #expect(status.st_mode & 0o077 == 0)
    }
  }

  @Test func `the database is filled once, by any number of processes`() async throws {
    let path = shop.path
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          // The others wait as long as the first one needs.
          _ = try ShopStorage(path: path, busyTimeout: 60_000)
          _ = try ShopStorage(path: path, busyTimeout: 60_000)
        }
      }
      try await group.waitForAll()
    }
    let reviews = try Catalogue.reviews().count
    for (table, count) in [("products", TestShop.stock), ("reviews", reviews), ("accounts", 1)] {
      #expect(try shop.inspect("SELECT count(*) FROM \(table)") { $0.integer(0) } == count)
    }
    #expect(try shop.inspect("PRAGMA user_version") { $0.integer(0) } == Schema.version)
    #expect(try shop.inspect("PRAGMA integrity_check") { $0.text(0) } == "ok")
    #expect(try shop.inspect("PRAGMA foreign_key_check") { _ in true } == nil)
  }

  @Test func `two shops can use one database at the same time`() async throws {
    let other = TestShop.transport(to: shop.path, shop.time)
    let token = try await shop.logIn().access_token
    let reply = try await shop.post(
      "/v1/products/p-1/reviews", #"{"rating":3,"comment":"Seen by both"}"#, token: token)
    let url = try #require(URL(string: "http://shop.test/v1/products/p-1/reviews?per_page=1"))
    let seen = try await other.send(HTTPRequest(url: url)).body.collect(upTo: 10_000)
    #expect(String(decoding: seen, as: UTF8.self) == "[\(reply.text)]")
  }

  @Test func `an older shop's database is migrated, and keeps its data`() async throws {
    try shop.run(Schema.first)
    try Seeding(database: Database(path: shop.path)).fill(products: nil)
    try shop.run("UPDATE reviews SET comment = 'As it was' WHERE number = 1")
    try shop.run("PRAGMA user_version = 1")
    #expect(try await shop.get("/v1/products/p-1").status == 200)
    #expect(try shop.inspect("PRAGMA user_version") { $0.integer(0) } == Schema.version)
    #expect(try shop.inspect("PRAGMA integrity_check") { $0.text(0) } == "ok")
    let schema = "SELECT group_concat(sql) FROM (SELECT sql FROM sqlite_schema ORDER BY name)"
    let migrated = try shop.inspect(schema) { $0.text(0) }
    #expect(try TestShop().inspect(schema) { $0.text(0) } == migrated)
    let reply = try await shop.get("/v1/reviews?per_page=1000")
    #expect(reply.headers["X-Total-Count"] == String(try Catalogue.reviews().count))
    #expect(reply.text.contains("As it was"))
  }

  @Test func `a newer shop's database is refused, and not changed`() async throws {
    _ = try ShopStorage(path: shop.path)
    try shop.run("PRAGMA user_version = 99")
    let reply = try await shop.get("/v1/products")
    #expect(reply.status == 503)
    #expect(reply.code == "database_unavailable")
    #expect(reply.detail.contains("newer seashell (schema 99"))
    #expect(try shop.inspect("PRAGMA user_version") { $0.integer(0) } == 99)
  }

  @Test func `another program's database is refused`() async throws {
    try shop.run("CREATE TABLE precious (v)")
    let reply = try await shop.get("/v1/products")
    #expect(reply.status == 503)
    #expect(reply.detail.contains("is not a shop"))
    #expect(try shop.inspect("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } == 1)
  }

  @Test(arguments: ["garbage", "SQLite format 3\0garbage"])
  func `a damaged database is refused`(start: String) async throws {
    let bytes = Data(start.utf8) + Data(repeating: 0x5A, count: 10_000)
    try bytes.write(to: URL(filePath: shop.path))
    let reply = try await shop.get("/v1/products")
    #expect(reply.status == 503)
    #expect(reply.detail.contains("\(shop.path) is damaged or not a database."))
    #expect(try Data(contentsOf: URL(filePath: shop.path)) == bytes)
  }

  @Test(arguments: [S_IFIFO, S_IFDIR])
  func `a database that is not a regular file is refused`(kind: mode_t) async throws {
    #expect((kind == S_IFIFO ? mkfifo(shop.path, 0o600) : mkdir(shop.path, 0o700)) == 0)
    for _ in 1...2 {
      let reply = try await shop.get("/v1/products")
      #expect(reply.status == 503)
      #expect(reply.detail.contains("\(shop.path) cannot be opened (not a regular file)"))
    }
    #expect(throws: SQLiteError.self) { try Database(reading: shop.path) }
  }

  @Test func `a read-only database can be read, and a write gets 503`() async throws {
    #expect(try await shop.get("/v1/products").status == 200)
    let database = try ShopStorage(path: shop.path).database
    try database.execute("PRAGMA query_only = ON")
    let error = #expect(throws: SQLiteError.self) {
      try SessionStore(database: database, now: 0).removeExpired()
    }
    #expect(error?.isReadOnly == true)
    let problem = ShopProblem(try #require(error))
    // For a client, 503 means that the request was not carried out.
    #expect(problem.status == 503)
    #expect(problem.code == "database_read_only")
    #expect(problem.detail.contains("nothing was changed"))
  }

  @Test func `the database is opened by a later request if the first one fails`() async throws {
    try Data("garbage".utf8).write(to: URL(filePath: shop.path))
    #expect(try await shop.get("/v1/products").status == 503)
    try FileManager.default.removeItem(atPath: shop.path)
    #expect(try await shop.get("/v1/products").status == 200)
  }

  @Test func `an error names the database that cannot be created`() async throws {
    try Data().write(to: URL(filePath: shop.folder.file("file")))
    let path = shop.folder.file("file/shop.db")
    let error = #expect(throws: ShopStorageError.self) { try ShopStorage(path: path) }
    #expect(error?.code == .unopened)
    #expect(error?.message.contains("\(path) cannot be opened (Not a directory)") == true)
  }

  @Test func `an error names the folder that cannot be created, and the reason`() async throws {
    let file = try shop.folder.write("file", "")
    let transport = TestShop.transport(to: "\(file)/a/b/shop.db", shop.time)
    let url = try #require(URL(string: "http://shop.test/v1/products"))
    let response = try await transport.send(HTTPRequest(url: url))
    let body = try await response.body.collect(upTo: 10_000)
    let failure = try #require(try JSONDecoder().decode(ProblemList.self, from: body).errors.first)
    #expect(failure.status == "503")
    #expect(
      failure.detail.contains("the folder \(file)/a, which cannot be created (Not a directory)"))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `an error names the folder that the user may not create`() throws {
    chmod(shop.folder.path, 0o500)
    defer { chmod(shop.folder.path, 0o700) }
    let path = shop.folder.file("a/b/shop.db")
    let error = #expect(throws: ShopStorageError.self) { try ShopStorage(path: path) }
    let folder = shop.folder.file("a")
    #expect(
      error?.message.contains("the folder \(folder), which cannot be created (Permission denied)")
        == true)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `an error says that the database's folder is not writable`() throws {
    chmod(shop.folder.path, 0o500)
    defer { chmod(shop.folder.path, 0o700) }
    let error = #expect(throws: ShopStorageError.self) { try ShopStorage(path: shop.path) }
    #expect(error?.message.contains("cannot be opened (Permission denied)") == true)
  }

  @Test func `opening the database waits for another process until a timeout`() throws {
    let holder = try Database(path: shop.path)
    try holder.transaction(.immediate) {
      let error = #expect(throws: ShopStorageError.self) {
        try ShopStorage(path: shop.path, busyTimeout: 1)
      }
      #expect(error?.code == .busy)
    }
  }

  @Test func `waiting for the database ends when the request is cancelled`() async throws {
    let shop = try TestShop()
    let isWanted = Mutex(true)
    let transport = EmbeddedTransport(
      shop: Shop(database: shop.path) {
        // The clock is read after the file is opened, so the work has begun.
        if !isWanted.withLock(\.self) { withUnsafeCurrentTask { $0?.cancel() } }
        return 0
      })
    let url = try #require(URL(string: "http://shop.test/v1/session"))
    let request = HTTPRequest(
      method: .post, url: url, headers: TestShop.json,
      body: HTTPBody(Data(#"{"user":"demo","password":"demo"}"#.utf8)))
    #expect(try await transport.send(request).status == 201)

    let holder = try Database(path: shop.path)
    try holder.execute("BEGIN EXCLUSIVE")
    isWanted.withLock { $0 = false }
    let waiting = Task { try await transport.send(request) }
    await #expect(throws: CancellationError.self) { try await waiting.value }
    try holder.execute("COMMIT")
    #expect(try holder.first("SELECT count(*) FROM sessions") { $0.integer(0) } == 1)
  }

  @Test func `a task cancelled while it opens the database does not wait`() async throws {
    let path = shop.path
    let holder = try Database(path: path)
    try holder.execute("BEGIN EXCLUSIVE")
    let waiting = BlockingExecutor.task {
      _ = try ShopStorage(path: path, busyTimeout: 3_600_000)
    }
    waiting.cancel()
    let error = await #expect(throws: ShopStorageError.self) { try await waiting.value }
    #expect(error?.code == .busy)
  }

  @Test func `a full database keeps every acknowledged review`() async throws {
    let database = try ShopStorage(path: shop.path).database
    let router = Router(
      database: database, now: 0, attempts: LoginAttempts(now: { 0 }), passwords: PasswordCheck(),
      feed: EventFeed(path: shop.path, streams: EventStreams()),
      feedReader: { (EventText(), $0) })
    func send(_ path: String, _ body: String, _ headers: HTTPHeaders) async throws -> ShopResponse {
      var headers = headers
      headers["Content-Type"] = "application/json"
      let url = try #require(URL(string: "http://shop.test\(path)"))
      return try await router.respond(
        to: ShopRequest(
          HTTPRequest(method: .post, url: url, headers: headers, body: HTTPBody(Data(body.utf8)))))
    }
    let session = try await send("/v1/session", #"{"user":"demo","password":"demo"}"#, [:])
    let grant = try JSONDecoder().decode(Grant.self, from: Data(session.body))
    let pages = try database.first("PRAGMA page_count") { $0.integer(0) } ?? 0
    _ = try database.first("PRAGMA max_page_count = \(pages + 3)") { $0.integer(0) }

    var acknowledged: [String] = []
    var failure: (any Error)?
    while failure == nil {
      let comment = String(repeating: "x", count: 1_000) + String(acknowledged.count)
      do {
        let reply = try await send(
          "/v1/products/p-1/reviews", #"{"rating":3,"comment":"\#(comment)"}"#,
          [
            "Authorization": "Bearer \(grant.access_token)",
            "Idempotency-Key": String(acknowledged.count),
          ])
        #expect(reply.status == 201)
        acknowledged.append(comment)
      } catch {
        failure = error
      }
    }
    #expect(failure.map { ShopProblem($0).status } == 507)
    #expect(!acknowledged.isEmpty)
    let other = try ShopStorage(path: shop.path).database
    var kept: [String] = []
    try other.forEach("SELECT comment FROM reviews WHERE account = 1 ORDER BY number") {
      kept.append($0.text(0))
    }
    #expect(kept == acknowledged)
    for table in ["events", "idempotency_keys"] {
      let count = try other.first("SELECT count(*) FROM \(table)") { $0.integer(0) }
      #expect(count == acknowledged.count)
    }
  }
}
