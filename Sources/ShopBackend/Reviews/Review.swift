import SQLite

/// A review as the database keeps it.
struct Review {
  /// A review's columns, in the order in which they are read.
  static let columns = "number, rating, comment, author, account"

  let number: Int
  let rating: Int
  let comment: String
  let author: String

  /// The account that may change it; nil for one that came with the catalogue.
  let account: Int?

  /// The id on the wire.
  var id: String { Identifier.review.text(number) }

  init(number: Int, rating: Int, comment: String, author: String, account: Int?) {
    self.number = number
    self.rating = rating
    self.comment = comment
    self.author = author
    self.account = account
  }

  init(_ row: Row) {
    self.init(
      number: row.integer(0), rating: row.integer(1), comment: row.text(2), author: row.text(3),
      account: row.isNull(4) ? nil : row.integer(4))
  }

  /// Writes the review as it is on the wire.
  func write(into json: inout JSONWriter) {
    json.openObject()
    json.key("id")
    json.string(id)
    json.key("rating")
    json.integer(rating)
    json.key("comment")
    json.string(comment)
    json.key("author")
    json.string(author)
    json.closeObject()
  }
}
