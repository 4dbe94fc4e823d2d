import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import ProductsPlugin

/// Walking through every page of a list.
@Suite @MainActor struct ProductPagesTests {
  static func walk(
    _ shop: NumberedShop, from page: Int? = nil
  ) async throws -> (ids: [String], error: (any Error)?, requests: Int) {
    let transport = shop.transport
    let state = ProductsState(service: try ProductsServiceTests.service(transport))
    var ids: [String] = []
    do {
      let pages = PageSelection(page: page, perPage: 2, isAll: true)
      try await state.products.list(ProductListing(), pages) { ids += $0.map(\.id) }
      return (ids, nil, transport.requests.count)
    } catch {
      return (ids, error, transport.requests.count)
    }
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 1), (3, 2), (7, 4)])
  func `every product comes once, in as few requests as there are pages`(
    count: Int, pages: Int
  ) async throws {
    let walk = try await Self.walk(NumberedShop(count: count))
    #expect(walk.error == nil)
    #expect(walk.ids == (0..<count).map { "p-\($0 + 1)" })
    #expect(walk.requests == pages)
  }

  @Test func `a failed page ends a list, with the number listed before`() async throws {
    let walk = try await Self.walk(NumberedShop(count: 9, brokenPage: 3))
    #expect(walk.ids == ["p-1", "p-2", "p-3", "p-4"])
    let error = try #require(walk.error as? APIPageError)
    #expect(error.shellError.status == .unavailable)
    #expect(
      error.shellError.message.hasPrefix(
        "only the first 4 products came: the service is unavailable"))
  }

  @Test(arguments: [
    // The first page's address is known from the first request, so a link to it, or to the second page, is
    // noticed.
    (3, 1, 6, 3), (3, 2, 6, 3),
  ])
  func `circular pages of products are detected at once`(
    page: Int, next: Int, count: Int, requests: Int
  ) async throws {
    let walk = try await Self.walk(NumberedShop(count: 9, detours: [page: next]), from: 1)
    let error = try #require(walk.error as? APIPageError)
    #expect(error.shellError.code == .limit)
    #expect(error.shellError.status == .failure)
    #expect(
      error.shellError.message
        == "the pages do not end: after \(count) products a page is repeated")
    #expect(walk.ids.count == count)
    #expect(walk.requests == requests)
  }

  @Test func `a list with fewer products than its total is an error`() async throws {
    let walk = try await Self.walk(NumberedShop(count: 4, claimed: 52))
    let error = try #require(walk.error as? APIPageError)
    #expect(error.shellError.message == "the server counts 52 products and gave only 4")
    #expect(error.shellError.status == .unavailable)
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 1), (3, 2), (7, 4), (8, 4)])
  func `without links every product comes once, by the numbers of the pages`(
    count: Int, pages: Int
  ) async throws {
    let walk = try await Self.walk(NumberedShop(count: count, hasLinks: false))
    #expect(walk.error == nil)
    #expect(walk.ids == (0..<count).map { "p-\($0 + 1)" })
    #expect(walk.requests == pages)
  }

  @Test(arguments: [
    (3, false, 4, "the server counts 9 products and gave only 4"),
    (9, true, 2, "only the first 2 products came: the server gave the same page again"),
  ])
  func `without links, an empty or repeated page is an error`(
    count: Int, ignoresPage: Bool, came: Int, fault: String
  ) async throws {
    let shop = NumberedShop(
      count: ignoresPage ? count : 4, hasLinks: false, ignoresPage: ignoresPage, claimed: 9)
    let walk = try await Self.walk(shop)
    let error = try #require(walk.error as? APIPageError)
    #expect(walk.ids.count == came)
    #expect(error.shellError.message.hasPrefix(fault))
    #expect(error.shellError.status == .unavailable)
  }

  @Test func `a list that begins at a later page has no total to reach`() async throws {
    let walk = try await Self.walk(NumberedShop(count: 5), from: 2)
    #expect(walk.error == nil)
    #expect(walk.ids == ["p-3", "p-4", "p-5"])
  }
}
