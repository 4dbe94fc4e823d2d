public import SeashellKit

/// Why reviews could not be had or written.
public struct ReviewsError: ShellErrorConvertible, Equatable {
  /// The reasons that callers tell apart.
  public enum Code: Sendable {
    /// There is no such product, or it has no such review.
    case notFound
    /// A session is needed, or it is over.
    case unauthorized
    /// The review is someone else's.
    case forbidden
    /// The shop sent what is no review.
    case unreadable
    /// There is no list to go on with.
    case notListed
    /// The request failed, for a reason that the client gives.
    case request
  }

  /// What was being done when a request failed.
  enum Action: String {
    case reading = "reading reviews"
    case posting = "posting a review"
    case changing = "changing a review"
    case deleting = "deleting a review"
  }

  /// The reason.
  public let code: Code

  /// The error as the shell tells it.
  public let shellError: ShellError

  init(_ code: Code, _ shellError: ShellError) {
    self.code = code
    self.shellError = shellError
  }

  /// Tells why a request failed.
  ///
  /// - Parameters:
  ///   - action: what the request was for.
  ///   - product: the product whose reviews it was about.
  ///   - review: the review that it was about, where it was one.
  init(_ error: APIError, _ action: Action, product: String, review: Review.ID?) {
    switch (error.code, review) {
    case (.unauthorized, _):
      self = .unauthorized(action, hint: error.shellError.hint)
    case (.forbidden, let review?) where action != .reading:
      self.init(
        .forbidden,
        ShellError(
          .forbidden, "the review '\(review)' is someone else's",
          hint: "only its author may change or delete it"))
    case (_, nil) where error.isNotFound:
      self.init(
        .notFound,
        ShellError(
          .notFound, "no product is called '\(product)'", hint: "'products list' shows them"))
    case (_, let review?) where error.isNotFound:
      self.init(
        .notFound,
        ShellError(
          .notFound, "no review of '\(product)' is called '\(review)'",
          hint: "'reviews list \(product)' shows them"))
    default:
      self.init(.request, error.shellError)
    }
  }

  static func unauthorized(
    _ action: Action, hint: String? = "sign in with 'session login'"
  ) -> ReviewsError {
    ReviewsError(
      .unauthorized,
      ShellError(.unauthorized, "\(action.rawValue) needs a session", hint: hint))
  }

  static func unreadable(_ detail: String) -> ReviewsError {
    ReviewsError(
      .unreadable, ShellError(.unavailable, "the shop's answer cannot be understood: \(detail)"))
  }

  static func notListed() -> ReviewsError {
    ReviewsError(
      .notListed,
      ShellError(
        .usage, "there is no list to go on with",
        hint: "'reviews list PRODUCT' lists a product's reviews"))
  }
}
