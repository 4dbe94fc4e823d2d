import SeashellKit

@testable import ReviewsPlugin

/// A service that answers at once with the same reviews for every product.
actor MockReviewsService: ReviewsServiceProtocol {
  private let pages: [[Review]]

  init(pages: [[Review]]) {
    self.pages = pages
  }

  func reviews(_ listing: ReviewListing) async throws -> APIPage<Review> {
    page(listing.page ?? 1)
  }

  func reviews(following next: APIRequest, of product: String) async throws -> APIPage<Review> {
    page(Int(next.path.resource) ?? 0)
  }

  func review(_ id: Review.ID, of product: String) async throws -> Review { Review(id) }

  func isSignedIn() async -> Bool { true }

  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    Review(id: "r-215", rating: rating, comment: comment, author: "demo")
  }

  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    Review(id: id, rating: rating ?? 5, comment: comment ?? "Good.", author: "demo")
  }

  func delete(_ id: Review.ID, of product: String) async throws {}

  private func page(_ number: Int) -> APIPage<Review> {
    APIPage(
      elements: pages[number - 1], total: pages.joined().count,
      next: number < pages.count ? APIRequest(path: "\(number + 1)") : nil)
  }
}

extension Review {
  /// Creates a review; only its id and rating matter.
  init(_ id: String, rating: Int = 5) {
    self.init(id: id, rating: rating, comment: "Good.", author: "maja")
  }
}
