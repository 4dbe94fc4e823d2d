import SeashellKit
import SeashellTesting
import TestSupport
import Testing

@testable import ReviewsPlugin

@Suite @MainActor struct ReviewsCompletionTests {
  let shelf: ShelfOfReviews
  let state: ReviewsState
  let clock = ManualClock()

  init() {
    shelf = ShelfOfReviews()
    state = ReviewsState(service: shelf, clock: clock)
  }

  func candidates(_ prefix: String, of product: String?) -> [CompletionSource.Candidate] {
    let query = CompletionQuery(
      prefix: prefix, values: product.map { ["products.id": $0] } ?? [:])
    return state.reviews.candidates(for: query, of: ReviewListing(completing: query))
  }

  func answer(_ prefix: String, of product: String) async -> [CompletionSource.Candidate] {
    await until { !candidates(prefix, of: product).isEmpty }
    return candidates(prefix, of: product)
  }

  @Test func `the reviews of the product that the line names are fetched once`() async {
    #expect(candidates("", of: "p-1").isEmpty)
    #expect(await answer("", of: "p-1") == [.init("p-1-r", "4 of 5, by Bea")])
    #expect(candidates("x", of: "p-1").isEmpty)
    clock.advance(by: .seconds(60))
    #expect(candidates("x", of: "p-1").isEmpty)
    #expect(await shelf.asked == ["p-1"])
    #expect(state.reviews.listed.position == nil)
  }

  @Test func `completion switches to the reviews of another product`() async {
    _ = await answer("", of: "p-1")
    #expect(candidates("", of: "p-2").isEmpty)
    #expect(await answer("", of: "p-2").map(\.text) == ["p-2-r"])
    #expect(await shelf.asked == ["p-1", "p-2"])
  }

  @Test func `the listed reviews complete for their product, and without a product`()
    async throws
  {
    try await state.reviews.list(ReviewListing(product: "p-1")) { _ in }
    #expect(candidates("p", of: "p-1").map(\.text) == ["p-1-r"])
    #expect(candidates("p", of: nil).map(\.text) == ["p-1-r"])
    #expect(candidates("p", of: "p-2").isEmpty)
    #expect(await answer("p", of: "p-2").map(\.text) == ["p-2-r"])
    #expect(candidates("p", of: nil).map(\.text) == ["p-1-r"])
  }

  @Test func `listed reviews of all products complete for their own product`() async throws {
    let reviews = [Review("r-9", of: "p-2"), Review("r-8", of: "p-1"), Review("r-7", of: "p-2")]
    let state = ReviewsState(service: MockReviewsService(pages: [reviews]))
    try await state.reviews.list(ReviewListing()) { _ in }
    for (product, ids) in [
      ("p-2", ["r-9", "r-7"]), ("p-1", ["r-8"]), (nil, ["r-9", "r-8", "r-7"]),
    ]
      as [(String?, [String])]
    {
      let query = CompletionQuery(prefix: "r", values: product.map { ["products.id": $0] } ?? [:])
      let listing = ReviewListing(completing: query)
      #expect(state.reviews.candidates(for: query, of: listing).map(\.text) == ids)
    }
  }

  @Test func `authors complete to the user and those of listed reviews`() async throws {
    #expect(state.authors(for: CompletionQuery(prefix: "")).map(\.text) == ["me"])
    try await state.reviews.list(ReviewListing()) { _ in }
    #expect(
      state.authors(for: CompletionQuery(prefix: "")) == [
        .init("me", "your own reviews"), .init("Bea", "1 of the listed reviews"),
      ])
    #expect(state.authors(for: CompletionQuery(prefix: "B")).map(\.text) == ["Bea"])
  }

  @Test(arguments: ["", "nothing"])
  func `the reviews of an unknown product are not requested at every Tab`(
    product: String
  ) async {
    for _ in 0..<100 {
      #expect(candidates("", of: product).isEmpty)
      await Task.yield()
    }
    #expect(await shelf.asked.count <= 1)
  }

  @Test(arguments: [
    DataInvalidated(environment: .test),
    DataInvalidated(resource: "products/p-1", environment: .test),
    DataInvalidated(resource: "products/p-1/reviews", environment: .test),
  ])
  func `invalidating data drops candidates of reviews`(event: DataInvalidated) async {
    _ = await answer("", of: "p-1")
    state.apply(event)
    #expect(candidates("", of: "p-1").isEmpty)
    #expect(await answer("", of: "p-1").count == 1)
    #expect(await shelf.asked == ["p-1", "p-1"])
  }

  @Test func `a deleted review is not offered, and a new one is requested`() async {
    _ = await answer("", of: "p-1")
    state.apply(DataDeleted(resource: "products/p-1/reviews", id: "p-1-r", environment: .test))
    #expect(candidates("", of: "p-1").isEmpty)
    clock.advance(by: .seconds(10))
    #expect(await answer("", of: "p-1").count == 1)
    #expect(await shelf.asked.count == 2)
  }

  @Test func `a change of another resource keeps the candidates`() async {
    _ = await answer("", of: "p-1")
    clock.advance(by: .seconds(10))
    state.apply(DataInserted(resource: "products/p-2/reviews", id: "r", environment: .test))
    state.apply(DataInvalidated(resource: "products/p-2", environment: .test))
    state.apply(DataInvalidated(resource: "session", environment: .test))
    #expect(candidates("", of: "p-1").count == 1)
    for _ in 0..<100 { await Task.yield() }
    #expect(await shelf.asked == ["p-1"])
  }
}

/// A service with one review of every product, named after it.
actor ShelfOfReviews: ReviewsServiceProtocol {
  private(set) var asked: [String] = []

  func page(_ pages: PageSelection, of list: ReviewListing) async throws -> APIPage<Review> {
    let product = list.product ?? "all"
    asked.append(product)
    guard product != "nothing" else { throw ReviewsError.unreadable("no such product") }
    let review = Review(
      id: "\(product)-r", product: product, rating: 4, comment: "Good.", author: "Bea")
    return APIPage(elements: [review], total: 1, next: nil)
  }

  func page(following next: APIRequest, of list: ReviewListing) async throws -> APIPage<Review> {
    try await page(PageSelection(), of: list)
  }

  func record(_ id: Review.ID, of list: ReviewListing) async throws -> Review { Review(id) }

  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    Review("r")
  }

  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review { Review(id) }

  func delete(_ id: Review.ID, of product: String) async throws {}
}
