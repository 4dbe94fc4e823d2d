/// A review as it is seeded.
struct CatalogueReview: Sendable, Equatable {
  var productID: String

  /// One to five stars.
  var rating: Int

  var comment: String
  var author: String
}
