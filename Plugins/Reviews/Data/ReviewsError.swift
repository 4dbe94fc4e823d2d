import SeashellKit

/// The reason a request for reviews failed.
enum ReviewsError: Error, Equatable {
  enum Action: Sendable {
    case reading
    case readingOwn
    case posting
    case changing
    case deleting
  }

  case noProduct(String)

  case noReview(String, product: String)

  /// The user is not signed in, or the session has ended.
  ///
  /// The remedy says how to sign in, if that is known: `sign in with 'session login'`.
  case unauthorized(Action, remedy: String?)

  /// The review belongs to someone else.
  case forbidden(review: String)

  /// The review was not sent to the shop yet: its write is queued.
  case waiting(String)

  /// The shop's response is not a valid review.
  case unreadable(String)

  /// The request failed for another reason.
  case request(APIError)

  /// Creates the error for a failed request.
  ///
  /// - Parameters:
  ///   - action: the purpose of the request.
  ///   - product: the id of the reviewed product; nil if the request was for those of all products.
  ///   - review: the id of the review; nil if the request was for a list or a new review.
  init(_ error: APIError, _ action: Action, product: String?, review: Review.ID?) {
    switch (error.code, product, review) {
    case (.unauthorized, _, _): self = .unauthorized(action, remedy: error.remedy)
    case (.forbidden, _, let review?) where action != .reading: self = .forbidden(review: review)
    case (_, let product?, nil) where error.isNotFound: self = .noProduct(product)
    case (_, let product?, let review?) where error.isNotFound:
      self = .noReview(review, product: product)
    default: self = .request(error)
    }
  }
}
