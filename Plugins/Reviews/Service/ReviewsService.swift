import SeashellKit

/// Reads and writes reviews through the shop's API, answers from the store if it cannot be reached, and
/// shows queued reviews.
actor ReviewsService: ReviewsServiceProtocol {
  private let client: any APIClient
  private let store: OfflineFirstService<ReviewListing>

  init(client: any APIClient, offline: OfflineAccess) {
    self.client = client
    store = OfflineFirstService(
      RemoteListService(client), offline, waiting: { ReviewMapper.map(from: $0) })
  }

  nonisolated var reviews: any ListService<ReviewListing> { store }

  func hasWaiting(_ listing: ReviewListing) async -> Bool {
    await store.hasWaitingWrites(in: listing)
  }

  func add(rating: Int, comment: String, to product: String) async throws -> Review {
    let list = ReviewListing(product: product)
    let request = APIRequest(
      path: list.path, method: .post,
      body: .formData(["rating": "\(rating)", "comment": comment]))
    return try await store.write {
      try await mappingErrors(of: .posting, product, nil) {
        try list.map(try await request.response(on: client).resource())
      }
    }
  }

  func edit(
    _ id: Review.ID, of product: String, rating: Int?, comment: String?
  ) async throws -> Review {
    let list = ReviewListing(product: product)
    let request = APIRequest(
      path: ReviewPath(of: product, id).path, method: .put,
      body: .object(["rating": rating, "comment": comment]))
    return try await store.change(id, of: list) { review in
      Self.fields(rating.map { _ in review.rating }, comment.map { _ in review.comment })
    } request: {
      try await mappingErrors(of: .changing, product, id) {
        try list.map(try await request.response(on: client).resource())
      }
    }
  }

  func delete(_ id: Review.ID, of product: String) async throws {
    let list = ReviewListing(product: product)
    if QueuedWrite.number(id) != nil, await store.isWaiting(id, of: list) {
      throw ReviewsError.waiting(id)
    }
    try await store.delete(id, of: list) {
      Self.fields($0.rating, $0.comment)
    } request: {
      try await mappingErrors(of: .deleting, product, id) {
        try await APIRequest(path: ReviewPath(of: product, id).path, method: .delete)
          .response(on: client).verify()
      }
    }
  }

  private func mappingErrors<Result>(
    of action: ReviewsError.Action, _ product: String, _ id: Review.ID?,
    _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as APIError {
      throw ReviewsError(error, action, product: product, review: id)
    }
  }

  private static func fields(_ rating: Int?, _ comment: String?) -> JSONValue {
    var fields = JSONObject()
    fields["rating"] = rating.map(JSONValue.integer)
    fields["comment"] = comment.map(JSONValue.string)
    return .object(fields)
  }
}
