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

  @Test func `is refused for a long address, and not a byte before`() async throws {
    let path = "/v1/products?x="
    let room = ShopRequest.maximumTarget - path.utf8.count
    for (count, status) in [(room, 200), (room + 1, 414)] {
      let reply = try await shop.get(path + String(repeating: "y", count: count))
      #expect(reply.status == status)
    }
  }

  @Test func `leaves room for the longest search, however it is escaped`() async throws {
    let query = String(repeating: "%F0%9F%90%9A", count: 500)
    let path = "/v1/products?sort=-price&page%5Bsize%5D=1000&page%5Bnumber%5D=1000000000&query="
    #expect(try await shop.get(path + query).status == 200)
    #expect(try await shop.get("\(path)\(query)a").status == 422)
  }

  @Test(arguments: ["page", "per_page", "page[number]", "page[size]", "sort", "query"])
  func `is rejected if a parameter is repeated`(name: String) async throws {
    let value = name == "sort" ? "name" : "1"
    let reply = try await shop.get("/v1/products?\(name)=\(value)&\(name)=\(value)")
    #expect(reply.status == 422)
    #expect(reply.error?.source?.parameter == name)
  }

  @Test(arguments: ["%2B1", "-0", "%201", "1_0", "0x1", "\u{0661}"])
  func `is refused for a number that is not digits`(value: String) async throws {
    for name in ["page", "per_page", "page[number]", "page[size]"] {
      #expect(try await shop.get("/v1/products?\(name)=\(value)").status == 422)
    }
  }

  @Test(arguments: ["a key", "ké", "\u{7F}"])
  func `is refused for a key that is not visible ASCII`(key: String) async throws {
    let reply = try await shop.post(
      "/v1/products/p-1/reviews", #"{"rating":4,"comment":"x"}"#,
      token: try await shop.logIn().access_token, key: key)
    #expect(reply.status == 422)
    #expect(reply.error?.source?.header == "Idempotency-Key")
  }
}
