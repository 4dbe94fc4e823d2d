import SeashellKit

/// What the words of the commands have in common.
extension ArgumentSpecification {
  static let product = ArgumentSpecification(
    "PRODUCT", "the product that is reviewed", completion: "products.id", impliedBy: "products")

  static let review = ArgumentSpecification("REVIEW", "the review", completion: "reviews.id")
}

extension OptionSpecification {
  static func rating(isRequired: Bool) -> OptionSpecification {
    OptionSpecification(
      "rating", value: "N", "how good the product is, in stars",
      type: .integer(Review.ratings), isRequired: isRequired)
  }

  static func comment(isRequired: Bool) -> OptionSpecification {
    OptionSpecification(
      "comment", value: "T", "what you think of it", type: .text(length: 1...2000),
      isRequired: isRequired)
  }
}

extension BoundArguments {
  /// The id of the product.
  var product: String { text("PRODUCT") ?? "" }

  /// The comment, where one was given.
  ///
  /// - Throws: ``ShellError`` where there is nothing to read in it.
  func comment() throws -> String? {
    guard let comment = text("comment") else { return nil }
    guard comment.contains(where: { !$0.isWhitespace }) else {
      throw ShellError(
        .usage, "--comment takes a text that is not blank", word: word(of: "comment"))
    }
    return comment
  }
}

extension Invocation {
  /// Writes a list of reviews, and ends it.
  ///
  /// - Parameter list: gives each review.
  /// - Returns: how many there were.
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
