import CoreSQLite

/// The SQL of a product list: one statement for the total, one for a page.
package struct ProductQuery {
  /// A statement and the values of its parameters.
  struct Part {
    var sql: String
    var values: [SQLiteValue]
  }

  /// The columns that ``ProductRow`` reads, in order.
  static let columns = "number, name, description, price, currency_code, image"

  let count: Part
  let page: Part

  /// The words of `text` must be prefixes in the name or description, ignoring case and accents;
  /// nil or whitespace gives all products.
  init(text: String?, order: ProductOrder, offset: Int, size: Int) {
    let place = [SQLiteValue.integer(size), .integer(offset)]
    let select = "SELECT \(Self.columns) FROM products"
    let match = "FROM products_search WHERE products_search MATCH ?"
    guard let words = text.flatMap(FullTextQuery.prefixes) else {
      // Numbers run from 1 without gaps, so every page takes as long as the first.
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
}

enum ProductOrder: String, CaseIterable {
  case catalogue = ""
  case name
  case nameReversed = "-name"
  case price
  case priceReversed = "-price"

  init(_ request: ShopRequest) throws(ShopProblem) {
    guard let name = try request.onlyValue(of: "sort") else {
      self = .catalogue
      return
    }
    guard !name.isEmpty, let order = ProductOrder(rawValue: name) else {
      throw .invalid(
        parameter: "sort", "sort must be name or price, with a leading - to reverse the order.")
    }
    self = order
  }

  /// Reversing the order also reverses ties, so that one index serves both directions.
  var sql: String {
    switch self {
    case .catalogue: "number"
    case .name: "name COLLATE NOCASE, number"
    case .nameReversed: "name COLLATE NOCASE DESC, number DESC"
    case .price: "price, number"
    case .priceReversed: "price DESC, number DESC"
    }
  }
}

extension ProductQuery {
  /// Returns the statements of a search's first page, for the `sqlite3` shell.
  package static func statements(searchingFor text: String) -> [String] {
    let query = ProductQuery(text: text, order: .catalogue, offset: 0, size: 20)
    return ["BEGIN DEFERRED;", literal(query.count), literal(query.page), "COMMIT;"]
  }

  private static func literal(_ part: Part) -> String {
    var sql = ""
    var values = part.values[...]
    for character in part.sql {
      guard character == "?", let value = values.popFirst() else {
        sql.append(character)
        continue
      }
      switch value {
      case .integer(let integer): sql += String(integer)
      case .text(let text): sql += quoted(text)
      case .null, .real, .blob: sql += "NULL"
      }
    }
    return sql + ";"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted.unicodeScalars.append(scalar) }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}
