import SeashellKit

@testable import ReviewsPlugin

/// A service that answers at once with the same reviews for every product.
actor MockReviewsService: ReviewsServiceProtocol {
  private let pages: [[Review]]

  init(pages: [[Review]]) {
    self.pages = pages
  }

  func page(
    _ pages: PageSelection, of list: ReviewListing
  ) async throws -> APIPage<Review> {
    page(pages.page ?? 1, of: list.product)
  }

  func page(
    following next: APIRequest, of list: ReviewListing
  ) async throws -> APIPage<Review> {
    page(Int(next.path.resource) ?? 0, of: list.product)
  }

  func record(_ id: Review.ID, of list: ReviewListing) async throws -> Review {
    Review(id, of: list.product ?? "")
  }

  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    Review(id: "r-215", product: product, rating: rating, comment: comment, author: "demo")
  }

  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    Review(
      id: id, product: product, rating: rating ?? 5, comment: comment ?? "Good.", author: "demo")
  }

  func delete(_ id: Review.ID, of product: String) async throws {}

  private func page(_ number: Int, of product: String?) -> APIPage<Review> {
    APIPage(
      elements: pages[number - 1].map {
        Review($0.id, of: product ?? $0.product, rating: $0.rating)
      }, total: pages.joined().count,
      next: number < pages.count ? APIRequest(path: "\(number + 1)") : nil)
  }
}

extension Review {
  /// Creates a review; only its id, its product and its rating matter.
  init(_ id: String, of product: String = "p-1", rating: Int = 5) {
    self.init(id: id, product: product, rating: rating, comment: "Good.", author: "maja")
  }
}
