/// A review of a product.
public struct Review: Sendable, Equatable, Identifiable, Codable {
  /// The range of ratings, in stars.
  public static let ratings = 1...5

  /// The id, such as `r-12`; unique in the shop.
  public let id: String

  /// The id of the reviewed product.
  public let product: String

  /// The rating in stars: 1 to 5.
  public internal(set) var rating: Int

  /// The author's text.
  public internal(set) var comment: String

  /// The name of the user who wrote it.
  public let author: String

  /// The names of the writes that wait for the shop and change the review: `q-3`; nil if none does.
  public internal(set) var queued: String?

  /// Creates a review.
  public init(id: String, product: String, rating: Int, comment: String, author: String) {
    self.id = id
    self.product = product
    self.rating = rating
    self.comment = comment
    self.author = author
  }

  // What waits belongs to the queue, not to the review as the shop has it.
  private enum CodingKeys: String, CodingKey {
    case id, product, rating, comment, author
  }
}
