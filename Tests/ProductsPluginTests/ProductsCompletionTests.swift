import FoundationEssentials
import SeashellKit
import SeashellTesting
import TestSupport
import Testing

@testable import ProductsPlugin

@Suite @MainActor struct ProductsCompletionTests {
  let clock = ManualClock()

  func state(_ service: any ProductsServiceProtocol) -> ProductsState {
    ProductsState(service: service, clock: clock)
  }

  func list(_ state: ProductsState) async throws {
    try await state.products.list(ProductListing()) { _ in }
  }

  func ids(_ state: ProductsState, _ prefix: String) -> [String] {
    state.products.candidates(for: CompletionQuery(prefix: prefix), of: ProductListing()).map(
      \.text)
  }

  /// Waits until a Tab has candidates.
  func answer(_ state: ProductsState, _ prefix: String) async -> [String] {
    await until { !ids(state, prefix).isEmpty }
    return ids(state, prefix)
  }

  static let shelf = [
    Product("p-1", named: "Speckled Mug"), Product("p-2", named: "Tea pot, blue"),
    Product("p-3", named: "Crème brûlée MUGS"), Product("q-4", named: "Smug cat"),
  ]

  @Test(
    arguments: [
      ("p-", ["p-1", "p-2", "p-3"]), ("P-", []), ("q", ["q-4"]),
      ("mug", ["p-1", "p-3"]), ("MUG", ["p-1", "p-3"]), ("tea p", ["p-2"]), ("blue", ["p-2"]),
      ("crè", ["p-3"]), ("CRÈ", ["p-3"]), ("ug", []), ("ème", []),
      ("", ["p-1", "p-2", "p-3", "q-4"]),
    ] as [(String, [String])])
  func `products are found by id and by any word of their name`(
    prefix: String, found: [String]
  ) async throws {
    let state = state(MockProductsService(pages: [Self.shelf]))
    try await list(state)
    #expect(ids(state, prefix) == found)
    state.products.forget()
  }

  @Test func `a completed product has its name as abstract, and appears once`() async throws {
    let state = state(
      MockProductsService(pages: [[Product("p-1"), Product("p-2")], [Product("p-5")]]))
    try await list(state)
    _ = try await state.products.record("p-2", of: ProductListing())
    #expect(
      state.products.candidates(for: CompletionQuery(prefix: "p-"), of: ProductListing()) == [
        .init("p-1", "Mug"), .init("p-2", "Mug"),
      ])
    _ = try await state.products.record("p-5", of: ProductListing())
    #expect(ids(state, "p-") == ["p-1", "p-2", "p-5"])
  }

  @Test func `without stored products, a page is requested for the next Tab`()
    async throws
  {
    let service = MockProductsService(pages: [Self.shelf])
    let state = state(service)
    #expect(ids(state, "p").isEmpty)
    #expect(await answer(state, "p") == ["p-1", "p-2", "p-3"])
    #expect(ids(state, "zebra").isEmpty)
    clock.advance(by: .seconds(60))
    #expect(ids(state, "zebra").isEmpty)
    #expect(await service.requests.map(\.pages) == [PageSelection(perPage: 1000)])
    #expect(state.products.listed.source == nil)
    #expect(state.products.listed.position == nil)
    #expect(state.products.listed.elements.isEmpty)
  }

  @Test func `completion also offers products that were not listed`() async throws {
    let state = state(MockProductsService(pages: [[Product("p-1")], [Product("p-2")]]))
    try await state.products.list(ProductListing(), PageSelection(page: 2)) { _ in }
    #expect(ids(state, "p-1").isEmpty)
    #expect(await answer(state, "p-1") == ["p-1"])
    #expect(ids(state, "p") == ["p-2", "p-1"])
  }

  @Test func `a failed fetch for completion is silent, and retried later`() async throws {
    let service = HeldProductsService()
    let state = state(service)
    #expect(ids(state, "p").isEmpty)
    await service.calls(1)
    // A second request at once would be a second call.
    #expect(ids(state, "p").isEmpty)
    await service.fail()
    clock.advance(by: .seconds(1))
    for _ in 0..<100 { await Task.yield() }
    #expect(ids(state, "p").isEmpty)
    for _ in 0..<100 { await Task.yield() }
    #expect(await service.count == 1)

    clock.advance(by: .seconds(10))
    while await service.count < 2 {
      #expect(ids(state, "p").isEmpty)
      await Task.yield()
    }
    await service.answer([Product("p-1")])
    #expect(await answer(state, "p") == ["p-1"])
  }

  @Test func `suggestions that arrive after an invalidation are dropped`() async throws {
    let service = HeldProductsService()
    let state = state(service)
    #expect(ids(state, "p").isEmpty)
    await service.calls(1)
    state.products.apply(DataInvalidated(environment: .test))
    await service.answer([Product("p-1")])
    #expect(ids(state, "p").isEmpty)
    await service.calls(2)
    await service.answer([Product("p-2")])
    #expect(await answer(state, "p") == ["p-2"])
  }

  @Test func `old products complete while changed ones are requested`() async throws {
    let service = HeldProductsService()
    let state = state(service)
    _ = ids(state, "p")
    await service.calls(1)
    await service.answer([Product("p-1"), Product("p-2")])
    #expect(await answer(state, "p") == ["p-1", "p-2"])
    state.products.apply(
      DataInserted(resource: "products/p-1/reviews", id: "r-1", environment: .test))
    state.products.apply(DataDeleted(resource: "products", id: "p-2", environment: .test))
    #expect(ids(state, "p") == ["p-1"])

    clock.advance(by: .seconds(10))
    state.products.apply(DataInserted(resource: "products", id: "p-3", environment: .test))
    while await service.count < 2 {
      #expect(ids(state, "p") == ["p-1"])
      await Task.yield()
    }
    await service.answer([Product("p-1"), Product("p-3")])
    await until { ids(state, "p").count >= 2 }
    #expect(ids(state, "p") == ["p-1", "p-3"])
  }

  @Test func `unloading the module cancels a request for suggestions`() async throws {
    let asked = AsyncStream<Void>.makeStream()
    let ended = AsyncStream<Void>.makeStream()
    let harness = try ShellHarness(
      StubTransport { _ in
        asked.continuation.yield()
        await withTaskCancellationHandler {
          for await _ in AsyncStream<Void>.makeStream().stream {}
        } onCancel: {
          ended.continuation.yield()
        }
        throw CancellationError()
      })
    try harness.load(ProductsModule(harness.context))
    #expect(harness.completions(of: "products.id", for: "p").isEmpty)
    for await _ in asked.stream { break }
    try harness.unload("products")
    for await _ in ended.stream { break }
  }
}

extension Product {
  init(_ id: String, named name: String) {
    self.init(
      id: id, name: name, description: "", price: 1, currencyCode: "EUR", image: nil, rating: nil,
      reviewCount: nil)
  }
}
