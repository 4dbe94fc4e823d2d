import SeashellKit

extension Argument<String> {
  static var product: Self {
    Self("PRODUCT", "the reviewed product", completion: "products.id")
  }

  static var review: Self { Self("REVIEW", "the review", completion: .reviews) }
}

extension CompletionKind {
  static let reviews: CompletionKind = "reviews.id"

  static let reviewAuthors: CompletionKind = "reviews.author"
}

struct ReviewText: ParameterValue {
  static let parameterType = ValueType.text(length: 1...2000)

  let parameterText: String

  init(parameter text: String) throws {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ParameterError("must not be blank")
    }
    parameterText = text
  }
}
