import Foundation
import SeashellNetwork
import Testing

@testable import product_count

@Suite struct ProductCountTests {
  @Test func `a shop that is not there is unconnected`() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let client = ShopClient(baseURL: url, retries: .never)
    await #expect {
      _ = try await client.productCount()
    } throws: {
      ($0 as? APIError)?.code == .unconnected
    }
  }
}
