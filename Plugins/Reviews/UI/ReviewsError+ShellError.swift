import SeashellKit

extension ReviewsError: ShellErrorConvertible {
  var shellError: ShellError {
    switch self {
    case .noProduct(let product):
      ShellError(.notFound, "no product has the id '\(product)'")
    case .noReview(let review, let product):
      ShellError(
        .notFound, "no review of '\(product)' has the id '\(review)'",
        hint: "'reviews list \(product)' shows them")
    case .unauthorized(let action, let remedy):
      ShellError(.unauthorized, "\(action.text) needs a session", hint: remedy)
    case .forbidden(let review):
      ShellError(
        .forbidden, "the review '\(review)' belongs to someone else",
        hint: "only its author may change or delete it")
    case .waiting(let review):
      ShellError(
        .usage, "the review \(review) is not in the shop yet",
        hint: QueuedWrite.dropHint(review))
    case .unreadable(let detail):
      ShellError(.unavailable, "the shop sent an invalid response: \(detail)")
    case .request(let error): error.shellError
    }
  }
}

extension ReviewsError.Action {
  fileprivate var text: String {
    switch self {
    case .reading: "reading reviews"
    case .readingOwn: "reading your own reviews"
    case .posting: "posting a review"
    case .changing: "changing a review"
    case .deleting: "deleting a review"
    }
  }
}
