import FoundationEssentials
import Observation
import ReviewsEvents
import SeashellHosting
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import ProductsPlugin

/// The module: its events, and how it is loaded.
extension ProductsCommandTests {
  @Test func `the module products handles events until it is unloaded`() async throws {
    let harness = try Self.harness(StubTransport(json: NumberedShop.product(7)))
    _ = await harness.run("products show p-7")
    let state = harness.context.state { ProductsState(service: MockProductsService(pages: [])) }
    let review = ReviewChange(product: "p-7", review: "r-215", environment: .test)
    let events: [@MainActor (EventBus) -> Void] = [
      { $0.post(ReviewAdded(payload: review)) }, { $0.post(ReviewChanged(payload: review)) },
      { $0.post(ReviewDeleted(payload: review)) },
    ]
    for post in events {
      _ = try await state.products.record("p-7", of: ProductListing())
      #expect(!state.products.shown.isStale)
      harness.bus.post(
        ReviewAdded(
          product: "p-7", review: "r-1", environment: EnvironmentID(api: "wh", name: "test")))
      #expect(!state.products.shown.isStale)
      post(harness.bus)
      #expect(state.products.shown.isStale)
    }
    #expect(
      harness.completions(of: "products.id", for: "p") == [.init("p-7", "Mug 7")])

    try harness.unload("products")
    #expect(state.products.shown.value == nil)
    _ = try await state.products.record("p-7", of: ProductListing())
    harness.bus.post(DataInvalidated(environment: .test))
    #expect(state.products.shown.value?.id == "p-7")
  }

  @Test func `a change of a review marks its product as changed, and no other`() async throws {
    let harness = try Self.harness(StubTransport(json: NumberedShop.product(7)))
    let state = harness.context.state { ProductsState(service: MockProductsService(pages: [])) }
    let seven = Atomic(0)
    let eight = Atomic(0)
    func observe() {
      withObservationTracking {
        _ = state.products.changes["products/p-7"]
      } onChange: {
        seven.add(1, ordering: .relaxed)
      }
      withObservationTracking {
        _ = state.products.changes["products/p-8"]
      } onChange: {
        eight.add(1, ordering: .relaxed)
      }
    }
    let review = ReviewChange(product: "p-7", review: "r-1", environment: .test)
    let events: [any Event] = [
      ReviewAdded(payload: review), ReviewChanged(payload: review), ReviewDeleted(payload: review),
    ]
    for (index, event) in events.enumerated() {
      observe()
      harness.bus.post(event)
      let shownAgain = seven.load(ordering: .relaxed)
      #expect(shownAgain == index + 1)
    }
    let others = eight.load(ordering: .relaxed)
    #expect(others == 0)
  }

  @Test func `the module products starts anew when it is loaded again`() async throws {
    let harness = try Self.harness(NumberedShop(count: 52).transport)
    _ = await harness.run("products list")
    let module = try #require(harness.modules.first { $0.name == "products" })
    try harness.unload("products")
    try harness.load(module)
    let result = await harness.run("products refresh")
    #expect(result.status == 2)
    #expect(result.errors.contains("'products list' lists products"))
    #expect(await harness.run("products list").status == 0)
  }

  @Test func `the module products works with another service`() async throws {
    let harness = try ShellHarness(StubTransport(status: 500, json: "{}"))
    let mock = MockProductsService(pages: [[Product("p-1")]])
    try harness.load(ProductsModule(harness.context, service: mock))
    #expect(await harness.run("products list").output == "p-1\tMug\t1\tEUR\n")
  }
}
