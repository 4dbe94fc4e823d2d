import SeashellKit
import SeashellTesting
import Testing

@testable import ProductsPlugin

@Suite @MainActor struct ProductsStateTests {
  let state = ProductsState(
    service: MockProductsService(pages: [
      [Product("p-1"), Product("p-2")], [Product("p-3"), Product("p-4")], [Product("p-5")],
    ]))

  func ids(_ list: ((Product) throws -> Void) async throws -> Void) async throws -> [String] {
    var ids: [String] = []
    try await list { ids.append($0.id) }
    return ids
  }

  @Test func `more continues the list to its end`() async throws {
    #expect(try await ids { try await state.list(ProductListing(), $0) } == ["p-1", "p-2"])
    #expect(state.listed.position == .init(reached: 2, total: 5, hasMore: true))
    #expect(try await ids { try await state.more($0) } == ["p-3", "p-4"])
    #expect(try await ids { try await state.more($0) } == ["p-5"])
    #expect(state.listed.position == .init(reached: 5, total: 5, hasMore: false))
    #expect(try await ids { try await state.more($0) } == [])
    #expect(state.listed.elements.map(\.id) == ["p-1", "p-2", "p-3", "p-4", "p-5"])
  }

  @Test func `refresh begins the list again`() async throws {
    let listing = ProductListing(query: "mug", page: 2, perPage: 2)
    _ = try await ids { try await state.list(listing, $0) }
    _ = try await ids { try await state.more($0) }
    #expect(try await ids { try await state.refresh($0) } == ["p-3", "p-4"])
    #expect(state.listing == listing)
    #expect(state.listed.position == .init(reached: 4, total: 5, hasMore: true))
  }

  @Test func `of a list of all pages the last one is stored, and refresh lists all again`()
    async throws
  {
    let all = ["p-1", "p-2", "p-3", "p-4", "p-5"]
    #expect(try await ids { try await state.list(ProductListing(), all: true, $0) } == all)
    #expect(state.listed.elements.map(\.id) == ["p-5"])
    #expect(try await ids { try await state.refresh($0) } == all)
  }

  @Test func `more and refresh need a list`() async throws {
    let error = await #expect(throws: ProductsError.self) { try await state.more { _ in } }
    #expect(error?.code == .notListed)
    #expect(error?.shellError.status == .usage)
    await #expect(throws: ProductsError.self) { try await state.refresh { _ in } }
  }

  @Test func `an error of the closure is passed on`() async throws {
    struct Closed: Error {}
    await #expect(throws: Closed.self) {
      try await state.list(ProductListing(), all: true) { _ in throw Closed() }
    }
  }

  @Test(arguments: [
    ("products/p-1/reviews", "r-9", false), ("products", "p-1", true), ("products/p-1", nil, true),
    ("products", "p-3", false), ("products", "p-11", false), ("session", nil, false),
  ])
  func `a change of a product makes its detail stale`(
    resource: String, id: String?, isStale: Bool
  ) async throws {
    for hear in [
      { state.handle(DataInserted(resource: $0, id: $1)) },
      { state.handle(DataUpdated(resource: $0, id: $1)) },
    ] as [(String, String?) -> Void] {
      _ = try await state.product("p-1")
      #expect(!state.isStale)
      hear(resource, id)
      #expect(state.isStale == isStale)
      #expect(state.detail?.id == "p-1")
    }
  }

  @Test func `a change of its reviews makes the detail stale`() async throws {
    _ = try await state.product("p-1")
    state.handleChangedReviews(of: "p-2")
    #expect(!state.isStale)
    state.handleChangedReviews(of: "p-1")
    #expect(state.isStale)
  }

  @Test(arguments: [
    ("products", "p-1", ["p-2"], nil, false),
    ("products", "p-2", ["p-1"], "p-1", false),
    ("products/p-1/reviews", "r-9", ["p-1", "p-2"], "p-1", false),
    ("products/p-2/reviews", "r-9", ["p-1", "p-2"], "p-1", false),
  ])
  func `a deleted product is no longer stored`(
    resource: String, id: String, left: [String], detail: String?, isStale: Bool
  ) async throws {
    _ = try await ids { try await state.list(ProductListing(), $0) }
    _ = try await state.product("p-1")
    state.handle(DataDeleted(resource: resource, id: id))
    #expect(state.listed.elements.map(\.id) == left)
    #expect(state.detail?.id == detail)
    #expect(state.isStale == isStale)
  }

  @Test(arguments: [
    DataInvalidated(), DataInvalidated(resource: "products"),
  ])
  func `invalidating everything drops the list, and refresh lists it again`(
    event: DataInvalidated
  ) async throws {
    _ = try await ids { try await state.list(ProductListing(), $0) }
    _ = try await state.product("p-3")
    state.handle(event)
    #expect(state.listed.elements.isEmpty)
    #expect(state.detail == nil)
    #expect(state.candidates(for: CompletionQuery(prefix: "")).isEmpty)
    state.discardSuggestions()
    let error = await #expect(throws: ProductsError.self) { try await state.more { _ in } }
    #expect(error?.shellError.hint == "'products refresh' lists them again")
    #expect(try await ids { try await state.refresh($0) } == ["p-1", "p-2"])
  }

  @Test func `invalidating another resource keeps the products`() async throws {
    _ = try await ids { try await state.list(ProductListing(), $0) }
    state.handle(DataInvalidated(resource: "session"))
    state.handle(DataInvalidated(resource: "products/p-2"))
    #expect(state.listed.elements.map(\.id) == ["p-1"])
    #expect(state.listed.position?.hasMore == true)
  }

  @Test func `a bounded number of products is stored`() async throws {
    let state = ProductsState(
      service: MockProductsService(
        pages: (0..<5).map { page in (0..<300).map { Product("p-\(page * 300 + $0)") } }))
    _ = try await ids { try await state.list(ProductListing(), $0) }
    for _ in 1..<5 { _ = try await ids { try await state.more($0) } }
    #expect(state.listed.elements.count == PagedList<Product>.capacity)
    #expect(state.listed.elements.last?.id == "p-1499")
  }
}
