import SeashellKit

struct Review: Sendable, Equatable, Identifiable {
  /// The range of ratings, in stars.
  static let ratings = 1...5

  /// The id, such as `r-12`; unique in the shop.
  let id: String

  let product: String

  /// The rating in stars: 1 to 5.
  var rating: Int

  var comment: String

  let author: String

  /// The names of the queued writes that change the review: `q-3`; nil if there are none.
  var queued: String?

  /// Whether it was not sent to the shop yet.
  var isWaiting: Bool { queued != nil && QueuedWrite.number(id) != nil }
}
