import FoundationEssentials
import TestSupport
import Glibc
import CoreSQLite
import SeashellTesting
import Synchronization
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A shop whose file is taken away while it is open", .mayBlock)
struct ReplacedFileTests {
  private static let reviews = "/v1/products/p-1/reviews"
  private static let review = #"{"rating":3,"comment":"Kept or refused"}"#

  private let shop: TestShop

  init() throws {
    shop = try TestShop()
  }

  private enum Loss: CaseIterable {
    case deleted, replaced, withItsFolder
  }

  /// A shop in a folder that can be removed.
  private func nested() throws -> (path: String, transport: EmbeddedTransport) {
    let path = shop.folder.file("data/shop.db")
    return (path, TestShop.transport(to: path, shop.time))
  }

  private func take(_ path: String, _ loss: Loss) throws {
    switch loss {
    case .deleted: #expect(unlink(path) == 0)
    case .replaced:
      let other = shop.folder.file("other.db")
      _ = try ShopStorage(path: other)
      try Database(path: other).execute("UPDATE products SET name = 'Other mug' WHERE number = 1")
      #expect(rename(other, path) == 0)
    case .withItsFolder: try FileManager.default.removeItem(atPath: shop.folder.file("data"))
    }
  }

  private static func send(
    _ transport: EmbeddedTransport, _ method: HTTPMethod, _ path: String, _ body: String? = nil,
    token: String? = nil
  ) async throws -> Reply {
    var headers = TestShop.json
    if let token { headers["Authorization"] = "Bearer \(token)" }
    let url = try #require(URL(string: "http://shop.test\(path)"))
    let response = try await transport.send(
      HTTPRequest(
        method: method, url: url, headers: headers, body: body.map { HTTPBody(Data($0.utf8)) }))
    return Reply(
      status: response.status, headers: response.headers,
      body: try await response.body.collect(upTo: .max))
  }

  private static func logIn(_ transport: EmbeddedTransport) async throws -> String {
    let grant: Grant = try await send(
      transport, .post, "/v1/session", #"{"user":"demo","password":"demo"}"#
    ).decoded()
    return grant.access_token
  }

  @Test(arguments: Loss.allCases)
  private func `a lost database is opened again at the next request`(loss: Loss) async throws {
    let (path, transport) = try nested()
    let token = try await Self.logIn(transport)
    #expect(
      try await Self.send(transport, .post, Self.reviews, Self.review, token: token).status == 201)
    try take(path, loss)

    let product: ProductReply = try await Self.send(transport, .get, "/v1/products/p-1").decoded()
    #expect(product.name == (loss == .replaced ? "Other mug" : "Ocean mug"))
    // The sessions were in the file.
    #expect(
      try await Self.send(transport, .post, Self.reviews, Self.review, token: token).status == 401)
    let reply = try await Self.send(
      transport, .post, Self.reviews, Self.review, token: try await Self.logIn(transport))
    #expect(reply.status == 201)
    let kept = try Database(path: path).first("SELECT comment FROM reviews WHERE account = 1") {
      $0.text(0)
    }
    #expect(kept == "Kept or refused")
  }

  @Test(arguments: Loss.allCases)
  private func `a write that meets a lost database gets 503, the next succeeds`(
    loss: Loss
  ) async throws {
    let path = shop.folder.file("data/shop.db")
    let mayGo = Mutex(false)
    let transport = EmbeddedTransport(
      shop: Shop(database: path) {
        // The clock is read after the file is opened, and before anything is written.
        if mayGo.withLock({ mayGo in
          defer { mayGo = false }
          return mayGo
        }) {
          #expect(throws: Never.self) { try self.take(path, loss) }
        }
        return 0
      })
    let token = try await Self.logIn(transport)
    mayGo.withLock { $0 = true }
    let reply = try await Self.send(transport, .post, Self.reviews, Self.review, token: token)
    // RFC 9110: 503 means that the request was not handled.
    #expect(reply.status == 503)
    #expect(reply.code == "database_moved")
    #expect(reply.detail.contains("nothing was changed"))
    let again = try await Self.logIn(transport)
    #expect(
      try await Self.send(transport, .post, Self.reviews, Self.review, token: again).status == 201)
  }

  @Test func `signing out with a lost database is refused`() async throws {
    let mayGo = Mutex(false)
    let path = shop.path
    let transport = EmbeddedTransport(
      shop: Shop(database: path) {
        if mayGo.withLock(\.self) { unlink(path) }
        return 0
      })
    let token = try await Self.logIn(transport)
    mayGo.withLock { $0 = true }
    #expect(try await Self.send(transport, .delete, "/v1/session", token: token).status == 503)
  }

  @Test func `another program's file in place of the database is kept`()
    async throws
  {
    #expect(try await shop.get("/v1/products/p-1").status == 200)
    try Data("garbage".utf8).write(to: URL(filePath: shop.folder.file("other")))
    #expect(rename(shop.folder.file("other"), shop.path) == 0)
    for _ in 1...2 {
      let reply = try await shop.get("/v1/products/p-1")
      #expect(reply.status == 503)
      #expect(reply.detail.contains("is damaged or not a database"))
    }
    #expect(try shop.folder.read("shop.db") == "garbage")
    unlink(shop.path)
    #expect(try await shop.get("/v1/products/p-1").status == 200)
  }

  @Test func `the shop follows a link that leads to another database`() async throws {
    let other = shop.folder.file("other.db")
    try take(shop.path, .replaced)
    #expect(rename(shop.path, other) == 0)
    let first = shop.folder.file("first.db")
    _ = try ShopStorage(path: first)
    #expect(symlink(first, shop.path) == 0)
    #expect(try await shop.get("/v1/products/p-1").text.contains("Ocean mug"))
    #expect(unlink(shop.path) == 0 && symlink(other, shop.path) == 0)
    #expect(try await shop.get("/v1/products/p-1").text.contains("Other mug"))
  }
}
