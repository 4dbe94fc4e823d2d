import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import ReviewsPlugin

/// Walking through every page of a list.
@Suite @MainActor struct ReviewPagesTests {
  static func walk(
    _ shop: ReviewedShop
  ) async throws -> (ids: [String], error: APIPageError?) {
    let service = try ReviewsServiceTests.service(shop.transport)
    var ids: [String] = []
    do {
      try await service.forEachPage(of: ReviewListing(product: "p-1"), size: 2) {
        ids += $0.map(\.id)
      }
      return (ids, nil)
    } catch let error as APIPageError {
      return (ids, error)
    }
  }

  static func shop(_ count: Int) -> ReviewedShop {
    ReviewedShop(ratings: Array(repeating: 5, count: count))
  }

  @Test(arguments: [0, 1, 2, 3, 7]) func `each review is listed once`(count: Int) async throws {
    let walk = try await Self.walk(Self.shop(count))
    #expect(walk.error == nil)
    #expect(walk.ids == (0..<count).map { "r-\($0 + 1)" })
  }

  @Test func `a failed page ends a list, with the number listed before`() async throws {
    var shop = Self.shop(9)
    shop.brokenPage = 3
    let walk = try await Self.walk(shop)
    #expect(walk.ids.count == 4)
    #expect(walk.error?.shellError.status == .unavailable)
    #expect(walk.error?.shellError.message.hasPrefix("only the first 4 reviews came") == true)
  }

  @Test(arguments: [(2, 2), (3, 1)])
  func `endless pages of reviews are detected`(page: Int, next: Int) async throws {
    var shop = Self.shop(9)
    shop.detours = [page: next]
    let error = try await Self.walk(shop).error
    #expect(error?.shellError.code == .limit)
  }

  @Test func `a list with fewer reviews than its total is an error`() async throws {
    var shop = Self.shop(4)
    shop.claimed = 9
    let walk = try await Self.walk(shop)
    #expect(walk.error?.shellError.status == .unavailable)
    #expect(walk.error?.shellError.message == "the server counts 9 reviews and gave only 4")
  }
}
