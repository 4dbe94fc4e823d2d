/// A review of a product.
public struct Review: Sendable, Equatable, Identifiable {
  /// The range of ratings, in stars.
  public static let ratings = 1...5

  /// The id, such as `r-12`; unique in the shop.
  public let id: String

  /// The id of the reviewed product.
  public let product: String

  /// The rating in stars: 1 to 5.
  public let rating: Int

  /// The author's text.
  public let comment: String

  /// The name of the user who wrote it.
  public let author: String

  /// Creates a review.
  public init(id: String, product: String, rating: Int, comment: String, author: String) {
    self.id = id
    self.product = product
    self.rating = rating
    self.comment = comment
    self.author = author
  }
}
