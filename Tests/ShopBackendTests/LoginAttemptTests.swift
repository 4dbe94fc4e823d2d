import FoundationEssentials
import TestSupport
import Testing
import WebAPI

@testable import ShopBackend

@Suite("Wrong passwords", .mayBlock)
struct LoginAttemptTests {
  private let attempts = LoginAttempts()

  @Test func `are refused untried when there were too many, for a while`() async throws {
    let shop = try TestShop()
    func logIn(_ password: String) async throws -> Reply {
      try await shop.post("/v1/session", #"{"user":"demo","password":"\#(password)"}"#)
    }
    for _ in 0..<LoginAttempts.free { #expect(try await logIn("x").status == 401) }
    shop.time.advance(by: 20)
    let refused = try await logIn("demo")
    #expect(refused.status == 429)
    #expect(refused.code == "too_many_attempts")
    #expect(refused.headers["Retry-After"] == "40")
    shop.time.advance(by: 40)
    #expect(try await logIn("demo").status == 201)
  }

  @Test func `are forgotten with a right one, and are nobody else's`() throws {
    for _ in 1..<LoginAttempts.free { attempts.fail("a", now: 0) }
    attempts.succeed("a")
    for _ in 1..<LoginAttempts.free { attempts.fail("a", now: 0) }
    try attempts.check("a", now: 0)
    attempts.fail("a", now: 0)
    #expect(throws: Refusal.self) { try attempts.check("a", now: 0) }
    try attempts.check("b", now: 0)
  }

  @Test func `are counted for a bounded number of names`() throws {
    for _ in 0..<LoginAttempts.free { attempts.fail("first", now: 0) }
    for number in 1...LoginAttempts.capacity { attempts.fail("n\(number)", now: 1) }
    try attempts.check("first", now: 1)
  }

  @Test(arguments: [(0, 201), (1, 401)])
  func `are not even looked at under a name that no account may have`(more: Int, status: Int)
    async throws
  {
    let shop = try TestShop()
    let name = String(repeating: "n", count: LoginAttempts.longestName + more)
    #expect(try await shop.get("/v1/products").status == 200)
    try shop.run(
      """
      INSERT INTO accounts (name, password_hash)
      SELECT '\(name)', password_hash FROM accounts WHERE name = 'demo';
      """)
    let reply = try await shop.post("/v1/session", #"{"user":"\#(name)","password":"demo"}"#)
    #expect(reply.status == status)
  }
}
