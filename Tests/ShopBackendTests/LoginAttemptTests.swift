import FoundationEssentials
import CoreSQLite
import Synchronization
import TestSupport
import Testing
import WebMessages

@testable import ShopBackend

@Suite("Wrong passwords", .mayBlock)
struct LoginAttemptTests {
  private let attempts = LoginAttempts(now: { 0 })

  @Test func `after too many wrong passwords, an account is blocked for a while`() async throws {
    let shop = try TestShop()
    func logIn(_ password: String) async throws -> Reply {
      try await shop.post("/v1/session", #"{"user":"demo","password":"\#(password)"}"#)
    }
    for _ in 0..<LoginAttempts.maximumWrong { #expect(try await logIn("x").status == 401) }
    shop.time.advance(by: 20)
    let refused = try await logIn("demo")
    #expect(refused.status == 429)
    #expect(refused.code == "too_many_attempts")
    #expect(refused.headers["Retry-After"] == "40")
    shop.time.advance(by: 40)
    #expect(try await logIn("demo").status == 201)
  }

  @Test func `wrong passwords count for a minute, even if the clock is set back`() async throws {
    let shop = try TestShop()
    let (wrong, right) = (#"{"user":"demo","password":"x"}"#, #"{"user":"demo","password":"demo"}"#)
    for _ in 0...LoginAttempts.maximumWrong { _ = try await shop.post("/v1/session", wrong) }
    shop.time.setBack(by: 86_400)
    let refused = try await shop.post("/v1/session", right)
    #expect(refused.status == 429)
    #expect(refused.headers["Retry-After"] == "60")
    shop.time.advance(by: LoginAttempts.window)
    #expect(try await shop.post("/v1/session", right).status == 201)
  }

  private final class Count: Sendable {
    let value = Mutex(0)
  }

  /// Tries a password.
  private func attempt(_ user: String, isRight: Bool = false, now: Int = 0) throws {
    try attempts.begin(user, now: now)
    attempts.end(user, wasRight: isRight, now: now)
  }

  @Test func `a right password resets the count of its own user only`() throws {
    for _ in 1..<LoginAttempts.maximumWrong { try attempt("a") }
    try attempt("a", isRight: true)
    for _ in 1...LoginAttempts.maximumWrong { try attempt("a") }
    #expect(throws: ShopProblem.self) { try attempt("a") }
    try attempt("b")
  }

  @Test func `wrong passwords are counted for a limited number of names`() throws {
    for _ in 0..<LoginAttempts.maximumWrong { try attempt("first") }
    for number in 1...LoginAttempts.capacity { try attempt("n\(number)", now: 1) }
    try attempt("first", now: 1)
  }

  @Test func `many wrong passwords at once do not exceed the limit`() throws {
    try attempt("a")
    for _ in 1..<LoginAttempts.maximumWrong { try attempts.begin("a", now: 0) }
    let early = #expect(throws: ShopProblem.self) { try attempts.begin("a", now: 0) }
    // None of the attempts in progress has failed yet.
    #expect(early?.status == 503)
    try attempts.begin("b", now: 0)
    attempts.end("a", wasRight: nil, now: 0)
    try attempts.begin("a", now: 0)
    for _ in 1..<LoginAttempts.maximumWrong { attempts.end("a", wasRight: false, now: 0) }
    let late = #expect(throws: ShopProblem.self) { try attempts.begin("a", now: 0) }
    #expect(late?.status == 429)
    // The window begins with the first attempt.
    try attempts.begin("a", now: LoginAttempts.window)
  }

  @Test func `password comparisons are limited, and do not delay other requests`() async throws {
    let shop = try TestShop()
    #expect(try await shop.get("/v1/products").status == 200)
    let passwords = 3 * PasswordCheck.capacity
    let answered = Count()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<passwords {
        group.addTask {
          let reply = try await shop.post(
            "/v1/session", #"{"user":"u\#(number)","password":"x"}"#)
          if reply.status == 401 { answered.value.withLock { $0 += 1 } }
          return reply.status
        }
      }
      // Many are rejected at once, since too many comparisons are in progress. A product is returned before
      // those end.
      var statuses: [Int] = []
      while !statuses.contains(503) { statuses.append(try await group.next() ?? 503) }
      #expect(try await shop.get("/v1/products/p-1").status == 200)
      #expect(answered.value.withLock(\.self) < PasswordCheck.capacity)
      for try await status in group { statuses.append(status) }
      return statuses
    }
    #expect(Set(statuses) == [401, 503])
    #expect(statuses.count { $0 == 401 } >= PasswordCheck.capacity)
    #expect(try await shop.logIn().user == "demo")
  }

  @Test func `a password changed during its comparison does not sign in`() async throws {
    let shop = try TestShop()
    let database = try ShopStorage(path: shop.path).database
    let hash = try #require(
      try database.first("SELECT password_hash FROM accounts WHERE number = 1") { $0.text(0) })
    let store = SessionStore(database: database, now: 0)
    #expect(try store.open(account: 1, passwordHash: hash) != nil)
    try await Shop(database: shop.path).setPassword("another", of: "demo")
    #expect(try store.open(account: 1, passwordHash: hash) == nil)
  }

  @Test(arguments: [(0, 201), (1, 401)])
  func `a password is not compared for a name that is too long`(more: Int, status: Int)
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
