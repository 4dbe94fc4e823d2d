import SeashellKit

struct ReviewListing: Listing, Equatable {
  /// The id of the reviewed product; nil for all products.
  var product: String?

  /// The name of the user who wrote the reviews; nil for all users.
  var author: String?

  /// The maximum rating, in stars; nil for all ratings.
  var maximumRating: Int?

  var noun: Noun { Noun("review") }

  var path: APIPath { product.map { ReviewPath(of: $0).path } ?? ReviewPath.all }

  var query: APIQuery { ["author": author, "rating_max": maximumRating] }

  func list(at resource: String) -> ReviewListing? {
    ReviewListing(product: ReviewPath(resource)?.product)
  }

  func map(_ dto: ReviewDTO) throws -> Review { try ReviewMapper.map(from: dto, of: product) }

  func error(_ error: APIError, id: Review.ID?) -> any Error {
    ReviewsError(error, .reading, product: product, review: id)
  }

  // With a filter, it is unknown whether the list includes a new review.
  var isNewestFirst: Bool { !isFiltered }

  var isFiltered: Bool { author != nil || maximumRating != nil }

  func includes(_ review: Review) -> Bool {
    review.product == product ?? review.product && review.author == author ?? review.author
      && review.rating <= maximumRating ?? review.rating
  }

  func text(of review: Review) -> String { "\(review.comment) \(review.author)" }

  func abstract(of review: Review) -> String {
    "\(review.rating) of 5" + Self.author(review.author)
  }

  /// The end of a candidate's abstract.
  static func author(_ name: String) -> String { ", by \(name)" }
}

extension ReviewListing {
  /// Creates the list of candidates to complete a word: the reviews of the product on the line; nil if the
  /// line names no product.
  init?(completing query: CompletionQuery) {
    guard let product = query.value(of: "products.id"), !product.isEmpty else { return nil }
    self.product = product
  }
}
