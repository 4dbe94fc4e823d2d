import SeashellKit

/// What the words of the commands have in common.
extension ArgumentSpecification {
  static let product = ArgumentSpecification(
    "PRODUCT", "the product that is reviewed", isRequired: false, completion: "products.id",
    impliedBy: "products")

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
  /// The product that is meant.
  ///
  /// - Parameter command: the command, without its module's name.
  /// - Throws: ``ShellError`` where none was given.
  func product(for command: String) throws -> String {
    guard let product = text("PRODUCT") else {
      throw ShellError(
        .usage, "reviews \(command) needs the PRODUCT whose reviews are meant",
        hint: "'products list' shows the products")
    }
    return product
  }

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
