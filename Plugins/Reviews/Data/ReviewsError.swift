import SeashellKit

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

  case forbidden(review: String)

  case waiting(String)

  case unreadable(String)

  case request(APIError)

  /// Without `product`, the request was for all products' reviews; without `review`, for a list or
  /// a new review.
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
