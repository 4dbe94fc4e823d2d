import SeashellKit
import SeashellTesting
import Testing

@testable import ProductsPlugin

@Suite @MainActor struct ProductsStateTests {
  let service = MockProductsService(pages: [
    [Product("p-1"), Product("p-2")], [Product("p-3"), Product("p-4")], [Product("p-5")],
  ])
  let state: ProductsState

  init() {
    state = ProductsState(service: service)
  }

  func ids(
    _ list: (([Product]) async throws -> Void) async throws -> Void
  ) async throws -> [String] {
    var ids: [String] = []
    try await list { ids += $0.map(\.id) }
    return ids
  }

  func list(
    _ pages: PageSelection = PageSelection(), query: String? = nil
  ) async throws -> [String] {
    try await ids { try await state.products.list(ProductListing(search: query), pages, $0) }
  }

  func more() async throws -> [String] { try await ids { try await state.products.more($0) } }

  func refresh() async throws -> [String] {
    try await ids { show in _ = try await state.products.refresh(show) }
  }

  @Test func `more continues the list of products to its end`() async throws {
    #expect(try await list() == ["p-1", "p-2"])
    #expect(state.products.listed.position == .init(reached: 2, total: 5, hasMore: true))
    #expect(try await more() == ["p-3", "p-4"])
    #expect(try await more() == ["p-5"])
    #expect(state.products.listed.position == .init(reached: 5, total: 5, hasMore: false))
    #expect(try await more() == [])
    #expect(state.products.listed.elements.map(\.id) == ["p-1", "p-2", "p-3", "p-4", "p-5"])
  }

  @Test func `refresh repeats the list of products from its beginning`() async throws {
    _ = try await list(PageSelection(page: 2, perPage: 2), query: "mug")
    _ = try await more()
    #expect(try await refresh() == ["p-3", "p-4"])
    let requests = await service.requests
    #expect(requests.last?.list == ProductListing(search: "mug"))
    #expect(requests.last?.pages == PageSelection(page: 2, perPage: 2))
    #expect(requests.count == 2)
    #expect(state.products.listed.position == .init(reached: 4, total: 5, hasMore: true))
  }

  @Test func `after --all the products are kept, and refresh lists all`()
    async throws
  {
    let all = ["p-1", "p-2", "p-3", "p-4", "p-5"]
    #expect(try await list(PageSelection(isAll: true)) == all)
    #expect(state.products.listed.elements.map(\.id) == all)
    #expect(try await refresh() == all)
  }

  @Test func `more and refresh need a list`() async throws {
    let error = await #expect(throws: ShellError.self) { try await more() }
    #expect(error?.status == .usage)
    #expect(error?.hint == "'products list' lists products")
    await #expect(throws: ShellError.self) { try await refresh() }
  }

  @Test func `related products leave the list for more as it is`() async throws {
    _ = try await list()
    let related = try await ids { show in try await state.related(to: "p-1", show) }
    #expect(related == ["p-2", "p-4", "p-5"])
    #expect(try await more() == ["p-3", "p-4"])
    #expect(await service.relatedTo == ["p-1"])
  }

  @Test func `an error while products are shown is passed on`() async throws {
    struct Closed: Error {}
    await #expect(throws: Closed.self) {
      try await state.products.list(ProductListing(), PageSelection(isAll: true)) { _ in
        throw Closed()
      }
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
      { state.products.apply(DataInserted(resource: $0, id: $1, environment: .test)) },
      { state.products.apply(DataUpdated(resource: $0, id: $1, environment: .test)) },
    ] as [(String, String?) -> Void] {
      _ = try await state.products.record("p-1", of: ProductListing())
      #expect(!state.products.shown.isStale)
      hear(resource, id)
      #expect(state.products.shown.isStale == isStale)
      #expect(state.products.shown.value?.id == "p-1")
    }
  }

  @Test func `a change of its reviews makes the detail stale`() async throws {
    _ = try await state.products.record("p-1", of: ProductListing())
    state.products.markChanged("p-2", of: ProductListing())
    #expect(!state.products.shown.isStale)
    state.products.markChanged("p-1", of: ProductListing())
    #expect(state.products.shown.isStale)
  }

  @Test(arguments: [
    ("products", "p-1", ["p-2"], nil, false),
    ("products", "p-2", ["p-1"], "p-1", false),
    ("products/p-1/reviews", "r-9", ["p-1", "p-2"], "p-1", false),
    ("products/p-2/reviews", "r-9", ["p-1", "p-2"], "p-1", false),
  ])
  func `a deleted product is no longer listed`(
    resource: String, id: String, left: [String], detail: String?, isStale: Bool
  ) async throws {
    _ = try await list()
    _ = try await state.products.record("p-1", of: ProductListing())
    state.products.apply(DataDeleted(resource: resource, id: id, environment: .test))
    #expect(state.products.listed.elements.map(\.id) == left)
    #expect(state.products.shown.value?.id == detail)
    #expect(state.products.shown.isStale == isStale)
  }

  @Test(arguments: [
    DataInvalidated(environment: .test), DataInvalidated(resource: "products", environment: .test),
  ])
  func `invalidating all data drops the list, which refresh repeats`(
    event: DataInvalidated
  ) async throws {
    _ = try await list()
    _ = try await state.products.record("p-3", of: ProductListing())
    state.products.apply(event)
    #expect(state.products.listed.elements.isEmpty)
    #expect(state.products.shown.value == nil)
    #expect(
      state.products.candidates(for: CompletionQuery(prefix: ""), of: ProductListing()).isEmpty)
    let error = await #expect(throws: ShellError.self) { try await more() }
    #expect(error?.hint == "'products refresh' lists them again")
    #expect(try await refresh() == ["p-1", "p-2"])
  }

  @Test func `invalidating another resource keeps the products`() async throws {
    _ = try await list()
    state.products.apply(DataInvalidated(resource: "session", environment: .test))
    state.products.apply(DataInvalidated(resource: "products/p-2", environment: .test))
    #expect(state.products.listed.elements.map(\.id) == ["p-1"])
    #expect(state.products.listed.position?.hasMore == true)
  }

}
