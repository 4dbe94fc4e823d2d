import Testing
import TestSupport
import WebMessages

@testable import ShopBackend

@Suite("Refresh tokens", .mayBlock)
struct RotationTests {
  /// A use of one of the tokens, by index; the login's token has the index 0.
  enum Step: Sendable {
    case good(Int)
    case refused(Int)
    case wait(Int)
    /// Whether the newest access token is still valid.
    case signedIn(Bool)
  }

  @Test(arguments: [
    ("each once", [Step.good(0), .good(1), .good(2), .signedIn(true)]),
    ("the first again at once", [.good(0), .good(0), .good(2), .signedIn(true)]),
    ("the first again in time", [.good(0), .wait(60), .good(0), .good(2), .signedIn(true)]),
    ("the first again too late", [.good(0), .wait(61), .refused(0), .signedIn(false)]),
    ("the first a third time", [.good(0), .good(0), .refused(0), .signedIn(false), .refused(2)]),
    (
      "the first after its successor's use",
      [.good(0), .good(1), .refused(0), .signedIn(false), .refused(2), .refused(1)]
    ),
    (
      "a lost successor that appears after all",
      [.good(0), .good(0), .refused(1), .signedIn(false), .refused(2)]
    ),
    (
      "a later one again in time",
      [.good(0), .wait(900), .good(1), .wait(59), .good(1), .good(3), .signedIn(true)]
    ),
    ("the last day", [.wait(30 * 86_400 - 1), .good(0), .signedIn(true)]),
    ("a day too late", [.wait(30 * 86_400), .refused(0)]),
    ("a month from each use", [.wait(2_000_000), .good(0), .wait(2_000_000), .good(1)]),
    ("refused stays refused", [.good(0), .wait(61), .refused(0), .refused(0), .refused(1)]),
  ])
  func `refresh tokens rotate`(name: String, steps: [Step]) async throws {
    let shop = try TestShop()
    let grant = try await shop.logIn()
    var refresh = [grant.refresh_token]
    var access = grant.access_token
    for (index, step) in steps.enumerated() {
      switch step {
      case .good(let place):
        let reply = try await shop.refresh(refresh[place])
        try #require(reply.status == 200, "\(name), step \(index)")
        let next: Grant = try reply.decoded()
        refresh.append(next.refresh_token)
        access = next.access_token
      case .refused(let place):
        let reply = try await shop.refresh(refresh[place])
        #expect(reply.status == 401, "\(name), step \(index)")
        #expect(reply.code == "invalid_refresh_token")
      case .wait(let seconds): shop.time.advance(by: seconds)
      case .signedIn(let good):
        let status = try await shop.send(.get, "/v1/session", token: access).status
        #expect(status == (good ? 200 : 401), "\(name), step \(index)")
      }
    }
  }

  @Test func `a replayed refresh token ends no other session`() async throws {
    let shop = try TestShop()
    let (first, second) = (try await shop.logIn(), try await shop.logIn())
    for _ in 0..<3 { _ = try await shop.refresh(first.refresh_token) }
    #expect(try await shop.send(.get, "/v1/session", token: first.access_token).status == 401)
    #expect(try await shop.send(.get, "/v1/session", token: second.access_token).status == 200)
    #expect(try await shop.refresh(second.refresh_token).status == 200)
  }

  @Test func `an unknown refresh token ends no session`() async throws {
    let shop = try TestShop()
    let grant = try await shop.logIn()
    for token in ["", "x", grant.access_token, grant.refresh_token + "x"] {
      #expect(try await shop.refresh(token).status == 401)
    }
    #expect(try await shop.refresh(grant.refresh_token).status == 200)
  }
}
