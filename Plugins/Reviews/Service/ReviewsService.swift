import SeashellKit

/// Reads and writes reviews through the shop's API.
actor ReviewsService: ReviewsServiceProtocol {
  private let client: any APIClient

  init(client: any APIClient) {
    self.client = client
  }

  func reviews(_ listing: ReviewListing) async throws -> APIPage<Review> {
    try await page(
      APIRequest(
        path: ReviewPath.list(of: listing.product),
        query: [
          "author": listing.author, "rating_max": listing.maximumRating, "page": listing.page,
          "per_page": listing.perPage,
        ]),
      of: listing.product)
  }

  func reviews(following next: APIRequest, of product: String?) async throws -> APIPage<Review> {
    try await page(next, of: product)
  }

  func review(_ id: Review.ID, of product: String) async throws -> Review {
    try await review(
      .reading, APIRequest(path: ReviewPath.review(id, of: product)), of: product, id)
  }

  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    try await review(
      .posting,
      APIRequest(
        path: ReviewPath.list(of: product), method: .post,
        body: .formData(["rating": "\(rating)", "comment": comment])),
      of: product)
  }

  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    try await review(
      .changing,
      APIRequest(
        path: ReviewPath.review(id, of: product), method: .put,
        body: .encoded(ReviewChangeDTO(rating: rating, comment: comment))),
      of: product, id)
  }

  func delete(_ id: Review.ID, of product: String) async throws {
    try await mappingErrors(of: .deleting, product, id) {
      try await APIRequest(path: ReviewPath.review(id, of: product), method: .delete)
        .response(on: client).verify()
    }
  }

  private func page(_ request: APIRequest, of product: String?) async throws -> APIPage<Review> {
    try await mappingErrors(of: .reading, product, nil) {
      let page: APIPage<ReviewDTO> = try await request.response(on: client).pagedResource()
      return try page.map { try ReviewMapper.map(from: $0, of: product) }
    }
  }

  private func review(
    _ action: ReviewsError.Action, _ request: APIRequest, of product: String, _ id: Review.ID? = nil
  ) async throws -> Review {
    try await mappingErrors(of: action, product, id) {
      let dto: ReviewDTO = try await request.response(on: client).resource()
      return try ReviewMapper.map(from: dto, of: product)
    }
  }

  /// Turns an error of the client into a ``ReviewsError``.
  private func mappingErrors<Result>(
    of action: ReviewsError.Action, _ product: String?, _ id: Review.ID?,
    _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as APIError {
      throw ReviewsError(error, action, product: product, review: id)
    }
  }
}
