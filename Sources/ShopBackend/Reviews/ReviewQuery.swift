import CoreSQLite

/// The SQL of a list of reviews: one statement for the total, one for a page.
struct ReviewQuery {
  /// The maximum length of an author's name, in Unicode scalars.
  static let maximumAuthor = 500

  private var conditions: [String] = []

  /// The values of the conditions' parameters, with which both statements begin.
  private(set) var values: [SQLiteValue] = []

  init(_ request: ShopRequest) throws(ShopProblem) {
    if let author = try request.onlyValue(of: "author") {
      guard (1...Self.maximumAuthor).contains(author.unicodeScalars.count) else {
        throw .invalid(
          parameter: "author", "author must have 1 to \(Self.maximumAuthor) characters.")
      }
      require("author = ?", .text(author))
    }
    if let rating = try request.onlyInteger(of: "rating_max", in: 1...5) {
      require("rating <= ?", .integer(rating))
    }
  }

  mutating func require(_ condition: String, _ value: SQLiteValue) {
    conditions.append(condition)
    values.append(value)
  }

  var count: String { "SELECT count(*) FROM reviews\(filter)" }

  /// The page, newest first; its last two parameters are its size and its offset.
  ///
  /// The inner statement reads only an index, so that reviews before the page are not loaded.
  var page: String {
    """
    SELECT \(Review.columns) FROM reviews WHERE number IN \
    (SELECT number FROM reviews\(filter) ORDER BY number DESC LIMIT ? OFFSET ?) \
    ORDER BY number DESC
    """
  }

  private var filter: String {
    conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }
}
