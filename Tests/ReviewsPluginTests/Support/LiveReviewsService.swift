import SeashellKit

@testable import ReviewsPlugin

/// A shop whose reviews can be added and deleted. They are listed newest first, in numbered pages.
actor LiveReviewsService: ReviewsServiceProtocol {
  private(set) var numbers: [Int]
  private let perPage: Int

  /// Creates a shop with reviews `r-count` down to `r-1`.
  init(count: Int, perPage: Int) {
    numbers = Array((1...count).reversed())
    self.perPage = perPage
  }

  func page(
    _ pages: PageSelection, of list: ReviewListing
  ) async throws -> APIPage<Review> {
    page(1, of: list.product)
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
    let number = (numbers.first ?? 0) + 1
    numbers.insert(number, at: 0)
    return Review("r-\(number)", of: product)
  }

  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review { Review(id, of: product) }

  func delete(_ id: Review.ID, of product: String) async throws {
    numbers.removeAll { "r-\($0)" == id }
  }

  private func page(_ number: Int, of product: String?) -> APIPage<Review> {
    let first = (number - 1) * perPage
    let elements = numbers.dropFirst(first).prefix(perPage)
    return APIPage(
      elements: elements.map { Review("r-\($0)", of: product ?? "p-7") }, total: numbers.count,
      next: first + perPage < numbers.count ? APIRequest(path: "\(number + 1)") : nil)
  }
}
