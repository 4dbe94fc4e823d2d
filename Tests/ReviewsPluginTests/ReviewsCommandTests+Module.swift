import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@testable import ReviewsPlugin

/// The module: its events, and how it is loaded.
extension ReviewsCommandTests {
  @Test func `a review that was added is announced to the other modules`() async throws {
    let harness = try Self.harness(ReviewedShop(ratings: []).transport)
    let recorder = EventRecorder(harness.bus)
    _ = await harness.run("reviews add p-1 --rating 4 --comment \"It's fine\"")
    #expect(
      recorder.events(of: DataInserted.self) == [
        DataInserted(resource: "products/p-1/reviews", id: "r-215", environment: .test)
      ])
  }

  @Test func `the module reviews handles events until it is unloaded`() async throws {
    let harness = try Self.harness(ReviewedShop(ratings: [5, 4]).transport)
    _ = await harness.run("reviews list p-1")
    let ids = { harness.completions(of: "reviews.id", for: "r").map(\.text) }
    #expect(ids() == ["r-1", "r-2"])
    harness.bus.post(DataDeleted(resource: "products/p-1/reviews", id: "r-1", environment: .test))
    #expect(ids() == ["r-2"])

    try harness.unload("reviews")
    let state = harness.context.state { ReviewsState(service: MockReviewsService(pages: [])) }
    #expect(state.reviews.listed.elements.isEmpty)
    try await state.reviews.list(ReviewListing(product: "p-1")) { _ in }
    harness.bus.post(DataInvalidated(environment: .test))
    #expect(state.reviews.listed.elements.map(\.id) == ["r-1", "r-2"])
  }

  @Test func `the module reviews starts anew when it is loaded again`() async throws {
    let harness = try Self.harness(ReviewedShop(ratings: [5, 4]).transport)
    _ = await harness.run("reviews list p-1")
    let module = try #require(harness.modules.first { $0.name == "reviews" })
    try harness.unload("reviews")
    try harness.load(module)
    #expect(await harness.run("reviews more").status == 2)
    #expect(await harness.run("reviews list p-1").status == 0)
  }

  @Test func `the module reviews works with another service`() async throws {
    let harness = try ShellHarness(StubTransport(status: 500, json: "{}"))
    let mock = MockReviewsService(pages: [[Review("r-9")]])
    try harness.load(ReviewsModule(harness.context, service: mock))
    #expect(await harness.run("reviews list p-1").output == "r-9\t5\tGood.\tmaja\n")
  }
}
