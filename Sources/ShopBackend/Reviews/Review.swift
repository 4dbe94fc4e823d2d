import CoreJSON
import CoreSQLite

struct Review {
  /// The columns that ``init(_:)`` reads, in order.
  static let columns = "number, rating, comment, author, account, product"

  let number: Int

  let product: Int
  let rating: Int
  let comment: String
  let author: String

  /// The account that may change the review; nil for a review of the catalogue.
  let account: Int?

  init(_ row: Row) {
    number = row.integer(0)
    rating = row.integer(1)
    comment = row.text(2)
    author = row.text(3)
    account = row.isNull(4) ? nil : row.integer(4)
    product = row.integer(5)
  }

  init(
    number: Int, product: Int, rating: Int, comment: String, author: String, account: Int?
  ) {
    self.number = number
    self.product = product
    self.rating = rating
    self.comment = comment
    self.author = author
    self.account = account
  }
}

extension Review: WireResource {
  static let type: StaticString = "reviews"

  var id: String { Identifier.review.text(number) }
  var path: String { "/v1/products/\(productID)/reviews/\(id)" }

  private var productID: String { Identifier.product.text(product) }

  func writeReferences(into json: inout JSONWriter) {
    json.member("product", productID)
  }

  func writeAttributes(into json: inout JSONWriter) {
    json.key("rating")
    json.integer(rating)
    json.member("comment", comment)
    json.member("author", author)
  }

  func writeRelationships(into json: inout JSONWriter) {
    json.relationship(
      "product", at: "/v1/products/\(productID)", type: "products", id: productID)
  }
}
