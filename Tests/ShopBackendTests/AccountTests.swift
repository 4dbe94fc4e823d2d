import FoundationEssentials
import TestSupport
import SeashellTesting
import CoreSQLite
import Testing
import WebMessages

@testable import ShopBackend

@Suite("An account", .mayBlock)
struct AccountTests {
  private let shop: TestShop
  private let served: Shop

  init() throws {
    shop = try TestShop()
    served = Shop(database: shop.path) { [time = shop.time] in time.now }
  }

  @Test func `an account has its first password until it is changed`() async throws {
    #expect(try await served.hasFirstPassword())
    try await served.setPassword("correct horse", of: "demo")
    #expect(try await !served.hasFirstPassword())
    #expect(try await !Shop(database: shop.path).hasFirstPassword())
    try await served.setPassword("demo", of: "demo")
    #expect(try await served.hasFirstPassword())
  }

  @Test func `a new password is valid at once, and ends all sessions`() async throws {
    let grant = try await shop.logIn()
    try await served.setPassword("pässword", of: "demo")
    #expect(try await shop.send(.get, "/v1/session", token: grant.access_token).status == 401)
    #expect(try await shop.refresh(grant.refresh_token).status == 401)
    for (password, status) in [("demo", 401), ("pässword", 201)] {
      let reply = try await shop.post(
        "/v1/session", #"{"user":"demo","password":"\#(password)"}"#)
      #expect(reply.status == status)
    }
  }

  @Test(arguments: [
    ("", "demo"), ("a\0b", "demo"), (String(repeating: "x", count: 512), "demo"), ("x", "nobody"),
  ])
  func `setting a password rejects invalid ones and unknown accounts`(
    password: String, user: String
  ) async throws {
    await #expect(throws: ShopAccountError.self) {
      try await served.setPassword(password, of: user)
    }
    #expect(try await served.hasFirstPassword())
  }

  @Test func `an account may have the longest password`() async throws {
    let password = String(repeating: "x", count: 511)
    try await served.setPassword(password, of: "demo")
    let reply = try await shop.post("/v1/session", #"{"user":"demo","password":"\#(password)"}"#)
    #expect(reply.status == 201)
  }

  @Test func `setting a password in a damaged file is an error`() async throws {
    try Data("no database at all, but long enough to be one".utf8).write(
      to: URL(filePath: shop.folder.file("other.db")))
    let other = Shop(database: shop.folder.file("other.db"))
    let error = await #expect(throws: ShopAccountError.self) { try await other.hasFirstPassword() }
    #expect(error?.message.contains("other.db") == true)
  }
}
