import SeashellKit
import SeashellTesting
import Testing

@testable import Products

/// Walking through every page of a list.
@Suite @MainActor struct ProductPagesTests {
  static func walk(
    _ shop: NumberedShop, from page: Int? = nil
  ) async throws -> (ids: [String], error: (any Error)?, requests: Int) {
    let transport = shop.transport
    let service = try ProductsServiceTests.service(transport)
    var ids: [String] = []
    do {
      try await service.everyPage(of: ProductListing(page: page, perPage: 2)) {
        ids += $0.elements.map(\.id)
      }
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

  @Test func `a page that does not come ends the walk, which says how many came`() async throws {
    let walk = try await Self.walk(NumberedShop(count: 9, brokenPage: 3))
    #expect(walk.ids == ["p-1", "p-2", "p-3", "p-4"])
    let error = try #require(walk.error as? ProductsError)
    #expect(error.shellError.status == .unavailable)
    #expect(
      error.shellError.message.hasPrefix(
        "only the first 4 products came: the service is unavailable"))
  }

  @Test(arguments: [
    // A page that names itself, and a circle of three.
    (1, 1, 4), (3, 1, 8),
  ])
  func `pages that go in a circle are found out`(page: Int, next: Int, count: Int) async throws {
    let walk = try await Self.walk(NumberedShop(count: 9, detours: [page: next]))
    let error = try #require(walk.error as? ProductsError)
    #expect(error.code == .endless)
    #expect(error.shellError.code == .limit)
    #expect(error.shellError.status == .failure)
    #expect(
      error.shellError.message
        == "the shop's pages do not end: after \(count) products a page comes again")
    #expect(walk.ids.count == count)
  }

  @Test func `an empty page that names another is no progress`() async throws {
    let walk = try await Self.walk(NumberedShop(count: 2, detours: [1: 2, 2: 3]))
    let error = try #require(walk.error as? ProductsError)
    #expect(error.code == .endless)
    #expect(walk.requests == 2)
  }

  @Test func `fewer products than the shop counts are not passed off as all`() async throws {
    let walk = try await Self.walk(NumberedShop(count: 4, claimed: 52))
    let error = try #require(walk.error as? ProductsError)
    #expect(error.code == .incomplete)
    #expect(error.shellError.message == "the shop counts 52 products and gave only 4")
  }

  @Test func `a walk that begins later has no total to reach`() async throws {
    let walk = try await Self.walk(NumberedShop(count: 5), from: 2)
    #expect(walk.error == nil)
    #expect(walk.ids == ["p-3", "p-4", "p-5"])
  }
}
