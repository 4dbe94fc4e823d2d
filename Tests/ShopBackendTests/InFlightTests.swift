import FoundationEssentials
import TestSupport
import CoreSQLite
import SeashellTesting
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A write that is delayed", .mayBlock)
struct InFlightTests {
  private let shop: TestShop
  private let served: Shop
  private let clock = ManualClock()
  private let token: String

  init() async throws {
    shop = try TestShop()
    served = Shop(database: shop.path) { [time = shop.time] in time.now }
    token = try await shop.logIn().access_token
  }

  private func request(
    _ key: String? = "k", path: String = "/v1/products/p-1/reviews", comment: String = "Once",
    token: String? = nil
  ) throws -> HTTPRequest {
    let url = try #require(URL(string: "http://shop.test\(path)"))
    var headers: HTTPHeaders = [
      "Content-Type": "application/json", "Authorization": "Bearer \(token ?? self.token)",
    ]
    headers["Idempotency-Key"] = key
    let body = #"{"rating":4,"comment":"\#(comment)"}"#
    return HTTPRequest(method: .post, url: url, headers: headers, body: HTTPBody(Data(body.utf8)))
  }

  private func answer(_ request: HTTPRequest) -> Task<HTTPResponse, any Error> {
    Task { [served, clock] in
      try await served.response(to: request, after: .seconds(1), clock: clock)
    }
  }

  private func count() throws -> Int? {
    try shop.inspect("SELECT count(*) FROM reviews WHERE comment = 'Once'") { $0.integer(0) }
  }

  @Test func `a delayed write blocks its key until it is done`() async throws {
    let first = answer(try request())
    await clock.sleepers(1)
    // Another session of the account is the same client.
    let second = try await shop.logIn().access_token
    for (token, comment) in [(token, "Once"), (second, "Once"), (token, "Other")] {
      let refused = try await answer(try request(comment: comment, token: token)).value
      #expect(refused.status == 409)
      #expect(refused.headers["Retry-After"] == "1")
      #expect(refused.headers["Cache-Control"] == "no-store")
      let failures = try JSONDecoder().decode(
        ProblemList.self, from: try await refused.body.collect(upTo: .max))
      #expect(failures.errors.first?.code == "in_flight")
      #expect(failures.errors.first?.source?.header == "Idempotency-Key")
    }
    #expect(try count() == 0)
    clock.advance(by: .seconds(1))
    #expect(try await first.value.status == 201)
    let again = try await served.respond(to: try request())
    #expect(again.status == 201)
    #expect(try count() == 1)
  }

  @Test func `a delayed write does not block other keys, paths or requests`() async throws {
    let first = answer(try request())
    let others = [
      try request("K"), try request(path: "/v1/products/p-2/reviews"), try request(nil),
    ].map(answer)
    await clock.sleepers(4)
    clock.advance(by: .seconds(1))
    for task in [first] + others { #expect(try await task.value.status == 201) }
    #expect(try count() == 4)
  }

  @Test func `a cancelled or rejected write frees its key`() async throws {
    let first = answer(try request())
    await clock.sleepers(1)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let empty = answer(try request(comment: ""))
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(try await empty.value.status == 422)
    #expect(try await served.respond(to: try request()).status == 201)
  }

  @Test(arguments: ["bad", ""])
  func `a delayed write without a session blocks nothing`(token: String) async throws {
    let requests = [try request(token: token), try request(token: token)].map(answer)
    await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    for task in requests { #expect(try await task.value.status == 401) }
  }
}
