import CoreSQLite

/// The statements of a list of products: how many there are, and one page of them.
package struct ProductQuery {
  /// A statement and the values of its parameters.
  struct Part {
    var sql: String
    var values: [SQLiteValue]
  }

  /// A product's columns, in the order in which they are written.
  static let columns = "number, name, description, price, currency_code, image"

  let count: Part
  let page: Part

  /// Makes the statements.
  ///
  /// - Parameters:
  ///   - text: words that a product's name and description must have among them, each as a
  ///     prefix, whatever its case and accents; nil or white space for all products.
  ///   - order: the order of the list.
  ///   - offset: how many products stand before the page.
  ///   - size: how many the page may have.
  init(text: String?, order: ProductOrder, offset: Int, size: Int) {
    let place = [SQLiteValue.integer(size), .integer(offset)]
    let select = "SELECT \(Self.columns) FROM products"
    let match = "FROM products_search WHERE products_search MATCH ?"
    guard let words = text.flatMap(Self.expression) else {
      // Numbers run from 1 without gaps, so a page far behind costs no more than the first.
      count = Part(sql: "SELECT coalesce(max(number), 0) FROM products", values: [])
      page =
        order == .catalogue
        ? Part(
          sql: "\(select) WHERE number > ? ORDER BY number LIMIT ?", values: place.reversed())
        : Part(sql: "\(select) ORDER BY \(order.sql) LIMIT ? OFFSET ?", values: place)
      return
    }
    count = Part(sql: "SELECT count(*) \(match)", values: [.text(words)])
    page =
      order == .catalogue
      ? Part(
        sql: """
          \(select) WHERE number IN \
          (SELECT rowid \(match) ORDER BY rowid LIMIT ? OFFSET ?) ORDER BY number
          """, values: [.text(words)] + place)
      : Part(
        sql: """
          \(select) WHERE number IN (SELECT rowid \(match)) \
          ORDER BY \(order.sql) LIMIT ? OFFSET ?
          """, values: [.text(words)] + place)
  }

  /// Writes words as an FTS5 expression; nil where there are none.
  ///
  /// Each is a quoted string, which no character can leave, and a prefix. A word without a letter
  /// or a digit is no token and says nothing; words that are all so find nothing.
  static func expression(_ text: String) -> String? {
    // By scalars: a quote with an accent on it is one character to Swift and a quote to FTS5,
    // which moreover reads its expression up to the first NUL.
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }
    guard !words.isEmpty else { return nil }
    return words.map { word in
      var quoted = "\""
      for scalar in word {
        if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
        quoted.unicodeScalars.append(scalar)
      }
      return quoted + "\"*"
    }.joined(separator: " ")
  }
}
