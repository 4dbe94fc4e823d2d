import ReviewsEvents
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import ReviewsPlugin

@Suite @MainActor struct ReviewsStateTests {
  let state = ReviewsState(
    service: MockReviewsService(pages: [
      [Review("r-9", rating: 5), Review("r-8", rating: 4)], [Review("r-7", rating: 1)],
    ]))

  func ids(
    _ list: (([Review]) async throws -> Void) async throws -> Void
  ) async throws -> [String] {
    var ids: [String] = []
    try await list { ids += $0.map(\.id) }
    return ids
  }

  @discardableResult
  func list(_ pages: PageSelection = PageSelection()) async throws -> [String] {
    try await ids { try await state.reviews.list(ReviewListing(product: "p-7"), pages, $0) }
  }

  @Test func `more continues the list of reviews to its end`() async throws {
    try await list()
    #expect(state.product == "p-7")
    #expect(state.reviews.listed.position == .init(reached: 2, total: 3, hasMore: true))
    #expect(try await ids { try await state.reviews.more($0) } == ["r-7"])
    #expect(try await ids { try await state.reviews.more($0) } == [])
    #expect(state.reviews.listed.elements.map(\.id) == ["r-9", "r-8", "r-7"])
  }

  @Test func `after --all the reviews are kept`() async throws {
    #expect(try await list(PageSelection(isAll: true)) == ["r-9", "r-8", "r-7"])
    #expect(state.reviews.listed.elements.map(\.id) == ["r-9", "r-8", "r-7"])
    #expect(state.reviews.listed.hasMoreContent == false)
  }

  @Test func `more of reviews needs a list`() async throws {
    let error = await #expect(throws: ShellError.self) { try await state.reviews.more { _ in } }
    #expect(error?.status == .usage)
    try await list()
    state.apply(DataInvalidated(environment: .test))
    let dropped = await #expect(throws: ShellError.self) { try await state.reviews.more { _ in } }
    #expect(dropped?.hint == "'reviews refresh' lists them again")
    #expect(try await ids { show in _ = try await state.reviews.refresh(show) } == ["r-9", "r-8"])
  }

  @Test func `a summary reads all pages, and keeps the list`() async throws {
    try await list()
    let summary = try await state.summary(of: "p-2")
    #expect(summary.product == "p-2")
    #expect(summary.counts == [1, 0, 0, 1, 1])
    #expect(state.product == "p-7")
  }

  @Test(arguments: [
    ("products/p-7/reviews", true), ("products/p-2/reviews", false), ("products", false),
    ("products/p-77/reviews", false),
  ])
  func `a review by someone else makes the list stale`(
    resource: String, isStale: Bool
  ) async throws {
    for hear in [
      { state.apply(DataInserted(resource: $0, id: "r-8", environment: .test)) },
      { state.apply(DataUpdated(resource: $0, id: "r-8", environment: .test)) },
      { state.apply(DataDeleted(resource: $0, id: "r-99", environment: .test)) },
    ] as [(String) -> Void] {
      try await list()
      #expect(!state.reviews.listed.isStale)
      hear(resource)
      #expect(state.reviews.listed.isStale == isStale)
      #expect(state.reviews.listed.elements.count == 2)
    }
  }

  @Test func `a change of a review posts the module's event with its product`() {
    let bus = EventBus()
    let recorder = EventRecorder(bus)
    let state = ReviewsState(service: MockReviewsService(pages: []), bus: bus)
    for resource in ["products/p-7/reviews", "products", "products/p-7/images", "a/b/reviews"] {
      state.apply(DataInserted(resource: resource, id: "r-1", environment: .test))
      state.apply(DataUpdated(resource: resource, id: "r-2", environment: .test))
      state.apply(DataDeleted(resource: resource, id: nil, environment: .test))
    }
    #expect(recorder.events.count == 3)
    #expect(
      recorder.events(of: ReviewAdded.self) == [
        ReviewAdded(product: "p-7", review: "r-1", environment: .test)
      ])
    #expect(
      recorder.events(of: ReviewChanged.self) == [
        ReviewChanged(product: "p-7", review: "r-2", environment: .test)
      ])
    #expect(
      recorder.events(of: ReviewDeleted.self) == [
        ReviewDeleted(product: "p-7", review: nil, environment: .test)
      ])
  }

  @Test func `another API's changes at the same paths are ignored`() async throws {
    let harness = try ShellHarness(StubTransport(json: "{}"))
    let module = ReviewsModule(harness.context, service: MockReviewsService(pages: []))
    try harness.load(module)
    let recorder = EventRecorder(harness.bus)
    for api in ["wh", "shop"] {
      harness.bus.post(
        DataInserted(
          resource: "products/p-7/reviews", id: "r-1",
          environment: EnvironmentID(api: api, name: "test")))
    }
    #expect(recorder.events(of: DataInserted.self).count == 2)
    #expect(
      recorder.events(of: ReviewAdded.self) == [
        ReviewAdded(product: "p-7", review: "r-1", environment: .test)
      ])
  }

  @Test func `a deleted review is no longer listed`() async throws {
    try await list()
    state.apply(DataDeleted(resource: "products/p-2/reviews", id: "r-9", environment: .test))
    #expect(state.reviews.listed.elements.map(\.id) == ["r-9", "r-8"])
    state.apply(DataDeleted(resource: "products/p-7/reviews", id: "r-9", environment: .test))
    #expect(state.reviews.listed.elements.map(\.id) == ["r-8"])
    #expect(state.reviews.listed.isStale)
  }

  @Test(arguments: [
    (DataInvalidated(environment: .test), true),
    (DataInvalidated(resource: "products", environment: .test), true),
    (DataInvalidated(resource: "products", id: "p-7", environment: .test), true),
    (DataInvalidated(resource: "products/p-7/reviews", environment: .test), true),
    (DataInvalidated(resource: "products/p-77", environment: .test), false),
    (DataInvalidated(resource: "products", id: "p", environment: .test), false),
    (DataInvalidated(resource: "products/p-7/reviews", id: "r-9", environment: .test), false),
    (DataInvalidated(resource: "session", environment: .test), false),
  ])
  func `invalidated reviews are dropped`(event: DataInvalidated, isDropped: Bool) async throws {
    try await list()
    state.apply(event)
    #expect((state.reviews.listed.position == nil) == isDropped)
    #expect(state.reviews.listed.elements.isEmpty == isDropped)
    #expect(state.reviews.listed.isStale == (event.id == "r-9"))
  }

  @Test func `deleting a product drops its reviews`() async throws {
    try await list()
    state.apply(DataDeleted(resource: "products", id: "p-2", environment: .test))
    #expect(state.reviews.listed.elements.count == 2)
    state.apply(DataDeleted(resource: "products", id: "p-7", environment: .test))
    #expect(state.reviews.listed.elements.isEmpty)
  }

  func candidates(_ prefix: String) -> [CompletionSource.Candidate] {
    state.reviews.candidates(for: CompletionQuery(prefix: prefix), of: nil)
  }

  @Test func `the user's new review is added to the stored list of its product`() async throws {
    try await list()
    _ = try await state.add(rating: 3, comment: "Fine", to: "p-2")
    #expect(candidates("r-2").isEmpty)
    _ = try await state.add(rating: 3, comment: "Fine", to: "p-7")
    #expect(
      candidates("r-2") == [.init("r-215", "3 of 5, by demo")])
    _ = try await state.edit("r-215", of: "p-7", rating: 1, comment: nil)
    #expect(
      candidates("r-2") == [.init("r-215", "1 of 5, by demo")])
    #expect(
      candidates("r-").map(\.text) == ["r-215", "r-9", "r-8"])
  }

  @Test(
    arguments: [
      (.init(environment: .test), true), (.init(resource: "reviews", environment: .test), true),
      (.init(resource: "products", environment: .test), true),
      (.init(resource: "products/p-7", environment: .test), true),
      (.init(resource: "products", id: "p-7", environment: .test), true),
      (.init(resource: "products/p-7/reviews", environment: .test), true),
      (.init(resource: "products/p-7/reviews", id: "r-9", environment: .test), false),
      (.init(resource: "products/p-7/images", environment: .test), false),
      (.init(resource: "session", environment: .test), false),
    ] as [(DataInvalidated, Bool)], [ReviewListing(), ReviewListing(maximumRating: 5)])
  func `a list of all reviews is dropped with those of any product`(
    _ sample: (event: DataInvalidated, isDropped: Bool), listing: ReviewListing
  ) async throws {
    try await state.reviews.list(listing) { _ in }
    state.apply(sample.event)
    #expect((state.reviews.listed.position == nil) == sample.isDropped)
    #expect(state.product == nil)
  }

  @Test func `a review that no longer matches the filter leaves the list`() async throws {
    try await state.reviews.list(ReviewListing(author: "maja")) { _ in }
    #expect(state.reviews.listed.position?.total == 3)
    // The stub's changed reviews have another author.
    _ = try await state.edit("r-8", of: "p-1", rating: 1, comment: nil)
    #expect(state.reviews.listed.elements.map(\.id) == ["r-9"])
    #expect(state.reviews.listed.position == ListPosition(reached: 1, total: 2, hasMore: true))
  }

  @Test(arguments: [(ReviewListing(), 4), (ReviewListing(author: "maja"), 3)])
  func `a new review counts for the lists that include it`(
    listing: ReviewListing, total: Int
  ) async throws {
    try await state.reviews.list(listing) { _ in }
    // The stub's new review has the author demo.
    let review = try await state.add(rating: 3, comment: "Fine", to: "p-2")
    state.apply(DataInserted(resource: "products/p-2/reviews", id: review.id, environment: .test))
    #expect(state.reviews.listed.position?.total == total)
    #expect(state.reviews.listed.elements.contains(review) == (total == 4))
    #expect(!state.reviews.listed.isStale)
  }
}
