import SeashellKit

extension ArgumentSpecification {
  static let product = ArgumentSpecification(
    "PRODUCT", "the reviewed product", completion: "products.id", impliedBy: "products")

  static let review = ArgumentSpecification("REVIEW", "the review", completion: "reviews.id")
}

extension OptionSpecification {
  static func rating(isRequired: Bool) -> OptionSpecification {
    OptionSpecification(
      "rating", value: "N", "the rating in stars",
      type: .integer(Review.ratings), isRequired: isRequired)
  }

  static func comment(isRequired: Bool) -> OptionSpecification {
    OptionSpecification(
      "comment", value: "T", "the text of the review", type: .text(length: 1...2000),
      isRequired: isRequired)
  }
}

extension BoundArguments {
  /// The id of the reviewed product.
  var product: String { text("PRODUCT") ?? "" }

  /// Returns the comment; nil if the option is missing.
  ///
  /// - Throws: ``ShellError`` `usage` if the comment is blank.
  func comment() throws -> String? {
    guard let comment = text("comment") else { return nil }
    guard comment.contains(where: { !$0.isWhitespace }) else {
      throw ShellError(.usage, "--comment must not be blank", word: word(of: "comment"))
    }
    return comment
  }
}

extension Invocation {
  /// Writes a list of reviews.
  ///
  /// - Parameter list: calls its argument with each review.
  /// - Returns: the number of reviews.
  func write(_ list: ((Review) throws -> Void) async throws -> Void) async throws -> Int {
    try output.columns(ReviewsView.columns)
    var count = 0
    try await list { review in
      count += 1
      try output.row(ReviewsView.row(review))
    }
    try output.finish()
    return count
  }
}
