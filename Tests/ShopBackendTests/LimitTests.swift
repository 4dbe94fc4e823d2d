import FoundationEssentials
import TestSupport
import Testing
import WebMessages

@testable import ShopBackend

@Suite("A request past a bound", .mayBlock)
struct LimitTests {
  private let shop: TestShop

  init() throws {
    shop = try TestShop()
  }

  @Test func `a request with too long an address is refused`() async throws {
    let path = "/v1/products?x="
    let room = ShopRequest.maximumTarget - path.utf8.count
    for (count, status) in [(room, 200), (room + 1, 414)] {
      let reply = try await shop.get(path + String(repeating: "y", count: count))
      #expect(reply.status == status)
    }
  }

  @Test func `the longest search fits into an address, even escaped`() async throws {
    let query = String(repeating: "%F0%9F%90%9A", count: 500)
    let path = "/v1/products?sort=-price&page%5Bsize%5D=1000&page%5Bnumber%5D=1000000000&query="
    #expect(try await shop.get(path + query).status == 200)
    #expect(try await shop.get("\(path)\(query)a").status == 422)
  }

  @Test(arguments: ["page", "per_page", "page[number]", "page[size]", "sort", "query"])
  func `a request with a repeated parameter is refused`(name: String) async throws {
    let value = name == "sort" ? "name" : "1"
    let reply = try await shop.get("/v1/products?\(name)=\(value)&\(name)=\(value)")
    #expect(reply.status == 422)
    #expect(reply.error?.source?.parameter == name)
  }

  @Test(arguments: ["%2B1", "-0", "%201", "1_0", "0x1", "\u{0661}"])
  func `a request with a number other than digits is refused`(value: String) async throws {
    for name in ["page", "per_page", "page[number]", "page[size]"] {
      #expect(try await shop.get("/v1/products?\(name)=\(value)").status == 422)
    }
  }

  @Test(arguments: ["a key", "ké", "\u{7F}"])
  func `a key that is not visible ASCII is refused`(key: String) async throws {
    let reply = try await shop.post(
      "/v1/products/p-1/reviews", #"{"rating":4,"comment":"x"}"#,
      token: try await shop.logIn().access_token, key: key)
    #expect(reply.status == 422)
    #expect(reply.error?.source?.header == "Idempotency-Key")
  }
}
