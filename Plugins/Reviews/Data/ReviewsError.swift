public import SeashellKit

/// Why a request for reviews failed.
public struct ReviewsError: ShellErrorConvertible, Equatable {
  /// The kinds of errors that callers distinguish.
  public enum Code: Sendable {
    /// The product or the review does not exist.
    case notFound
    /// The user is not signed in, or the session has ended.
    case unauthorized
    /// The review belongs to someone else.
    case forbidden
    /// The shop's response is not a valid review.
    case unreadable
    /// The request failed for another reason.
    case request
  }

  /// What a request was for.
  enum Action: String {
    case reading = "reading reviews"
    case readingOwn = "reading your own reviews"
    case posting = "posting a review"
    case changing = "changing a review"
    case deleting = "deleting a review"
  }

  /// The kind of error.
  public let code: Code

  /// The error to show to the user.
  public let shellError: ShellError

  init(_ code: Code, _ shellError: ShellError) {
    self.code = code
    self.shellError = shellError
  }

  /// Creates the error for a failed request.
  ///
  /// - Parameters:
  ///   - action: what the request was for.
  ///   - product: the id of the reviewed product; nil if the request was for those of all products.
  ///   - review: the id of the review; nil if the request was for a list or a new review.
  init(_ error: APIError, _ action: Action, product: String?, review: Review.ID?) {
    switch (error.code, product, review) {
    case (.unauthorized, _, _):
      self = .unauthorized(action, hint: error.shellError.hint)
    case (.forbidden, _, let review?) where action != .reading:
      self.init(
        .forbidden,
        ShellError(
          .forbidden, "the review '\(review)' belongs to someone else",
          hint: "only its author may change or delete it"))
    case (_, let product?, nil) where error.isNotFound:
      self.init(
        .notFound,
        ShellError(
          .notFound, "no product is called '\(product)'", hint: "'products list' shows them"))
    case (_, let product?, let review?) where error.isNotFound:
      self.init(
        .notFound,
        ShellError(
          .notFound, "no review of '\(product)' is called '\(review)'",
          hint: "'reviews list \(product)' shows them"))
    default:
      self.init(.request, error.shellError)
    }
  }

  static func unauthorized(_ action: Action, hint: String?) -> ReviewsError {
    ReviewsError(
      .unauthorized,
      ShellError(.unauthorized, "\(action.rawValue) needs a session", hint: hint))
  }

  static func waiting(_ id: Review.ID) -> ReviewsError {
    ReviewsError(
      .request,
      ShellError(
        .usage, "the review \(id) is not in the shop yet",
        hint: "'queue drop \(id)' discards it"))
  }

  static func unreadable(_ detail: String) -> ReviewsError {
    ReviewsError(
      .unreadable, ShellError(.unavailable, "the shop sent an invalid response: \(detail)"))
  }
}
