import ReviewsEvents
import SeashellKit
import SeashellTesting
import Testing

@testable import ReviewsPlugin

@Suite @MainActor struct ReviewsStateTests {
  let state = ReviewsState(
    service: MockReviewsService(pages: [
      [Review("r-9", rating: 5), Review("r-8", rating: 4)], [Review("r-7", rating: 1)],
    ]))

  func ids(_ list: ((Review) throws -> Void) async throws -> Void) async throws -> [String] {
    var ids: [String] = []
    try await list { ids.append($0.id) }
    return ids
  }

  func list() async throws {
    _ = try await ids { try await state.list(ReviewListing(product: "p-7"), $0) }
  }

  @Test func `more continues the list to its end`() async throws {
    try await list()
    #expect(
      state.position
        == .init(
          listing: ReviewListing(product: "p-7"), list: .init(reached: 2, total: 3, hasMore: true)))
    #expect(try await ids { try await state.more($0) } == ["r-7"])
    #expect(try await ids { try await state.more($0) } == [])
    #expect(state.reviews.map(\.id) == ["r-9", "r-8", "r-7"])
  }

  @Test func `of a list of all pages the last one is stored`() async throws {
    let listing = ReviewListing(product: "p-7")
    #expect(
      try await ids { try await state.list(listing, all: true, $0) } == ["r-9", "r-8", "r-7"])
    #expect(state.reviews.map(\.id) == ["r-7"])
    #expect(state.position?.list.hasMore == false)
  }

  @Test func `more needs a list`() async throws {
    let error = await #expect(throws: ReviewsError.self) { try await state.more { _ in } }
    #expect(error?.code == .notListed)
    #expect(error?.shellError.status == .usage)
  }

  @Test func `a summary takes all pages in, and leaves the list alone`() async throws {
    try await list()
    let summary = try await state.summary(of: "p-2")
    #expect(summary.product == "p-2")
    #expect(summary.counts == [1, 0, 0, 1, 1])
    #expect(state.position?.listing.product == "p-7")
  }

  @Test(arguments: [
    ("products/p-7/reviews", true), ("products/p-2/reviews", false), ("products", false),
    ("products/p-77/reviews", false),
  ])
  func `a review by someone else makes the list stale`(
    resource: String, isStale: Bool
  ) async throws {
    for hear in [
      { state.handle(DataInserted(resource: $0, id: "r-8")) },
      { state.handle(DataUpdated(resource: $0, id: "r-8")) },
      { state.handle(DataDeleted(resource: $0, id: "r-99")) },
    ] as [(String) -> Void] {
      try await list()
      #expect(!state.isStale)
      hear(resource)
      #expect(state.isStale == isStale)
      #expect(state.reviews.count == 2)
    }
  }

  @Test func `changes of reviews are announced by their product, others are not`() {
    let bus = EventBus()
    let recorder = EventRecorder(bus)
    let state = ReviewsState(service: MockReviewsService(pages: []), bus: bus)
    for resource in ["products/p-7/reviews", "products", "products/p-7/images", "a/b/reviews"] {
      state.handle(DataInserted(resource: resource, id: "r-1"))
      state.handle(DataUpdated(resource: resource, id: "r-2"))
      state.handle(DataDeleted(resource: resource, id: nil))
    }
    #expect(recorder.events.count == 3)
    #expect(
      recorder.events(of: ReviewAdded.self) == [ReviewAdded(product: "p-7", review: "r-1")])
    #expect(
      recorder.events(of: ReviewChanged.self) == [ReviewChanged(product: "p-7", review: "r-2")])
    #expect(
      recorder.events(of: ReviewDeleted.self) == [ReviewDeleted(product: "p-7", review: nil)])
  }

  @Test func `a deleted review is no longer stored`() async throws {
    try await list()
    state.handle(DataDeleted(resource: "products/p-2/reviews", id: "r-9"))
    #expect(state.reviews.map(\.id) == ["r-9", "r-8"])
    state.handle(DataDeleted(resource: "products/p-7/reviews", id: "r-9"))
    #expect(state.reviews.map(\.id) == ["r-8"])
    #expect(state.isStale)
  }

  @Test(arguments: [
    (DataInvalidated(), true), (DataInvalidated(resource: "products"), true),
    (DataInvalidated(resource: "products", id: "p-7"), true),
    (DataInvalidated(resource: "products/p-7/reviews"), true),
    (DataInvalidated(resource: "products/p-77"), false),
    (DataInvalidated(resource: "products", id: "p"), false),
    (DataInvalidated(resource: "products/p-7/reviews", id: "r-9"), false),
    (DataInvalidated(resource: "session"), false),
  ])
  func `invalidated data is dropped`(event: DataInvalidated, isDropped: Bool) async throws {
    try await list()
    state.handle(event)
    #expect((state.position == nil) == isDropped)
    #expect(state.reviews.isEmpty == isDropped)
    #expect(state.isStale == (event.id == "r-9"))
  }

  @Test func `deleting a product drops its reviews`() async throws {
    try await list()
    state.handle(DataDeleted(resource: "products", id: "p-2"))
    #expect(state.reviews.count == 2)
    state.handle(DataDeleted(resource: "products", id: "p-7"))
    #expect(state.reviews.isEmpty)
  }

  @Test func `the user's new review is added to the stored list of its product`() async throws {
    try await list()
    _ = try await state.add(rating: 3, comment: "Fine", to: "p-2")
    #expect(state.candidates(for: CompletionQuery(prefix: "r-2")).isEmpty)
    _ = try await state.add(rating: 3, comment: "Fine", to: "p-7")
    #expect(
      state.candidates(for: CompletionQuery(prefix: "r-2")) == [.init("r-215", "3 of 5, by demo")])
    _ = try await state.edit("r-215", of: "p-7", rating: 1, comment: nil)
    #expect(
      state.candidates(for: CompletionQuery(prefix: "r-2")) == [.init("r-215", "1 of 5, by demo")])
    #expect(
      state.candidates(for: CompletionQuery(prefix: "r-")).map(\.text) == ["r-215", "r-9", "r-8"])
  }

  @Test(
    arguments: [
      (DataInvalidated(), true), (DataInvalidated(resource: "reviews"), true),
      (DataInvalidated(resource: "products"), true),
      (DataInvalidated(resource: "products/p-7"), true),
      (DataInvalidated(resource: "products", id: "p-7"), true),
      (DataInvalidated(resource: "products/p-7/reviews"), true),
      (DataInvalidated(resource: "products/p-7/reviews", id: "r-9"), false),
      (DataInvalidated(resource: "products/p-7/images"), false),
      (DataInvalidated(resource: "session"), false),
    ], [ReviewListing(), ReviewListing(maximumRating: 5)])
  func `a list of all products is dropped with the reviews of any of them`(
    _ sample: (event: DataInvalidated, isDropped: Bool), listing: ReviewListing
  ) async throws {
    try await state.list(listing) { _ in }
    state.handle(sample.event)
    #expect((state.position == nil) == sample.isDropped)
  }

  @Test func `a review that is changed out of a filtered list is no longer in it`() async throws {
    try await state.list(ReviewListing(author: "maja")) { _ in }
    #expect(state.position?.list.total == 3)
    // The stub's changed reviews have another author.
    _ = try await state.edit("r-8", of: "p-1", rating: 1, comment: nil)
    #expect(state.reviews.map(\.id) == ["r-9"])
    #expect(state.position?.list == ListPosition(reached: 1, total: 2, hasMore: true))
  }

  @Test(arguments: [(ReviewListing(), 4), (ReviewListing(author: "maja"), 3)])
  func `a new review counts for the lists that include it`(
    listing: ReviewListing, total: Int
  ) async throws {
    try await state.list(listing) { _ in }
    // The stub's new review has the author demo.
    let review = try await state.add(rating: 3, comment: "Fine", to: "p-2")
    state.handle(DataInserted(resource: "products/p-2/reviews", id: review.id))
    #expect(state.position?.list.total == total)
    #expect(state.reviews.contains(review) == (total == 4))
    #expect(!state.isStale)
  }

  @Test func `a bounded number of reviews is stored`() async throws {
    let state = ReviewsState(
      service: MockReviewsService(
        pages: (0..<5).map { page in (0..<300).map { Review("r-\(page * 300 + $0)") } }))
    try await state.list(ReviewListing(product: "p-7")) { _ in }
    for _ in 1..<5 { try await state.more { _ in } }
    #expect(state.reviews.count == ReviewsState.capacity)
    _ = try await state.add(rating: 5, comment: "Good", to: "p-7")
    #expect(state.reviews.count == ReviewsState.capacity)
    #expect(state.reviews.first?.comment == "Good")
  }
}
