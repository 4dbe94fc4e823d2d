import SeashellKit

/// Reads and writes reviews through the shop's API, answers from the store if it cannot be reached, and
/// shows queued reviews.
actor ReviewsService: ReviewsServiceProtocol, WrappingService {
  private let store: OfflineFirstService<ReviewListing>

  init(_ store: OfflineFirstService<ReviewListing>) { self.store = store }

  nonisolated var base: any ResourceService<ReviewListing> { store }

  func hasWaiting(_ listing: ReviewListing) async -> Bool {
    await store.hasWaitingWrites(in: listing)
  }

  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    let list = ReviewListing(product: product)
    let request = APIRequest(
      path: list.path, method: .post,
      body: .formData(["rating": "\(rating)", "comment": comment]))
    return try await store.send(request, of: list) {
      ReviewsError($0, .posting, product: product, review: nil)
    }
  }

  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    let request = APIRequest(
      path: ReviewPath(of: product, id).path, method: .put,
      body: .object(["rating": rating, "comment": comment]))
    let known: (Review) -> JSONValue = { review in
      Self.fields(rating.map { _ in review.rating }, comment.map { _ in review.comment })
    }
    return try await store.change(
      request, id, of: ReviewListing(product: product), knowing: known
    ) { ReviewsError($0, .changing, product: product, review: id) }
  }

  func delete(_ id: Review.ID, of product: String) async throws {
    let list = ReviewListing(product: product)
    if QueuedWrite.number(id) != nil, await store.isWaiting(id, of: list) {
      throw ReviewsError.waiting(id)
    }
    let request = APIRequest(path: ReviewPath(of: product, id).path, method: .delete)
    try await store.delete(
      request, id, of: list, knowing: { Self.fields($0.rating, $0.comment) }
    ) { ReviewsError($0, .deleting, product: product, review: id) }
  }

  private static func fields(_ rating: Int?, _ comment: String?) -> JSONValue {
    var fields = JSONObject()
    fields["rating"] = rating.map(JSONValue.integer)
    fields["comment"] = comment.map(JSONValue.string)
    return .object(fields)
  }
}
