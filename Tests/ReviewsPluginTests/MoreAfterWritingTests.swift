import SeashellTesting
import SeashellKit
import Testing

@testable import ReviewsPlugin

/// The output of `more` after the user, or another user, has written since the list.
@Suite @MainActor struct MoreAfterWritingTests {
  private static let resource = "products/p-7/reviews"

  enum Step {
    case add, addSeveral(Int)
    case delete(Int)
    case more
  }

  /// Steps after a list of `r-9`, `r-8`, `r-7`, and everything that `more` then shows.
  @Test(
    arguments: [
      ([.add, .more], [6, 5]),
      ([.addSeveral(3), .more], [6, 5, 4]),
      ([.addSeveral(7), .more], [6, 5]),
      ([.delete(8), .more], [6, 5, 4, 3]),
      ([.delete(9), .delete(8), .delete(7), .more], [6, 5, 4, 3, 2, 1]),
      ([.add, .delete(9), .more], [6, 5, 4]),
      ([.delete(5), .more], [6, 4, 3]),
      ([.delete(9), .more, .more], [6, 5, 4, 3, 2, 1]),
      ([.more, .delete(8), .more], [6, 5, 4, 3, 2, 1]),
      ([.add, .more, .add, .more, .more], [6, 5, 4, 3, 2, 1]),
    ] as [([Step], [Int])],
    [
      (true, ReviewListing(product: "p-7")), (false, ReviewListing(product: "p-7")),
      (true, ReviewListing()), (false, ReviewListing()),
    ])
  func `reviews more continues without gaps or repetitions`(
    _ sample: ([Step], [Int]), place: (hearsLate: Bool, listing: ReviewListing)
  ) async throws {
    let hearsLate = place.hearsLate
    let service = LiveReviewsService(count: 9, perPage: 3)
    let state = ReviewsState(service: service)
    try await state.reviews.list(place.listing) { _ in }
    var shown: [String] = []
    for step in sample.0 {
      switch step {
      case .add: try await add(1, to: state, service, hearsLate: hearsLate)
      case .addSeveral(let count):
        try await add(count, to: state, service, hearsLate: hearsLate)
      case .delete(let number):
        let event = DataDeleted(resource: Self.resource, id: "r-\(number)", environment: .test)
        if !hearsLate { state.apply(event) }
        try await state.delete("r-\(number)", of: "p-7")
        if hearsLate { state.apply(event) }
      case .more: try await state.reviews.more { shown += $0.map(\.id) }
      }
      #expect(!state.reviews.listed.isStale, "the user's own writes do not count as changes")
    }
    #expect(shown == sample.1.map { "r-\($0)" })
    let left = await service.numbers.count { $0 < (sample.1.last ?? 0) }
    #expect(state.reviews.listed.position?.hasMore == (left > 0))
    #expect(state.reviews.listed.position?.total == (await service.numbers.count))
  }

  /// Adds reviews.
  ///
  /// Their events arrive before the responses, or after them.
  private func add(
    _ count: Int, to state: ReviewsState, _ service: LiveReviewsService, hearsLate: Bool
  ) async throws {
    for _ in 0..<count {
      let next = await (service.numbers.first ?? 0) + 1
      let event = DataInserted(resource: Self.resource, id: "r-\(next)", environment: .test)
      if !hearsLate { state.apply(event) }
      _ = try await state.add(rating: 5, comment: "Good", to: "p-7")
      if hearsLate { state.apply(event) }
    }
  }

  @Test(arguments: [1, 7])
  func `reviews more leaves nothing out of a filtered list`(
    count: Int
  ) async throws {
    let service = LiveReviewsService(count: 9, perPage: 3)
    let state = ReviewsState(service: service)
    try await state.reviews.list(ReviewListing(author: "maja")) { _ in }
    try await add(count, to: state, service, hearsLate: true)
    var shown: [String] = []
    while state.reviews.listed.hasMoreContent {
      try await state.reviews.more { shown += $0.map(\.id) }
    }
    #expect(Array(shown.suffix(6)) == (1...6).reversed().map { "r-\($0)" })
    #expect(Set(shown).count == shown.count)
  }

  @Test func `another user's review is a change, even beside one's own`() async throws {
    let service = LiveReviewsService(count: 9, perPage: 3)
    let state = ReviewsState(service: service)
    try await state.reviews.list(ReviewListing(product: "p-7")) { _ in }
    try await add(1, to: state, service, hearsLate: true)
    #expect(!state.reviews.listed.isStale)
    state.apply(DataInserted(resource: Self.resource, id: "r-99", environment: .test))
    #expect(state.reviews.listed.isStale)
    try await add(1, to: state, service, hearsLate: false)
    #expect(state.reviews.listed.isStale)
    try await state.reviews.list(ReviewListing(product: "p-7")) { _ in }
    #expect(!state.reviews.listed.isStale)
  }

  @Test func `pages that only repeat reviews end`() async throws {
    let page = [Review("r-2"), Review("r-1")]
    let reviews = ResourceState(RepeatingService(page), of: ReviewListing())
    try await reviews.list(ReviewListing(product: "p-7")) { _ in }
    try await reviews.more { #expect($0.isEmpty, "nothing of it is new") }
  }

  /// A shop that returns the same page again and again, each time under another address.
  private actor RepeatingService: ResourceService {
    let elements: [Review]
    private var count = 0

    init(_ elements: [Review]) { self.elements = elements }

    func page(_ pages: PageSelection, of list: ReviewListing) async throws -> APIPage<Review> {
      count += 1
      return APIPage(elements: elements, next: APIRequest(path: "\(count)"))
    }

    func page(following next: APIRequest, of list: ReviewListing) async throws -> APIPage<Review> {
      try await page(PageSelection(), of: list)
    }

    func record(_ id: Review.ID, of list: ReviewListing) async throws -> Review { elements[0] }
  }
}
