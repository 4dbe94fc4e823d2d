/// What someone says about a product.
public struct Review: Sendable, Equatable, Identifiable {
  /// The ratings that there are, in stars.
  public static let ratings = 1...5

  /// The id by which it is asked for, such as `r-12`; unique in the shop.
  public let id: String

  /// How good the product is, in stars: 1 to 5.
  public let rating: Int

  /// What its author says.
  public let comment: String

  /// Who wrote it.
  public let author: String

  /// Makes a review.
  public init(id: String, rating: Int, comment: String, author: String) {
    self.id = id
    self.rating = rating
    self.comment = comment
    self.author = author
  }
}
