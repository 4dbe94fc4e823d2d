import SQLite

/// Answers what is asked about products.
struct ProductHandlers {
  /// The longest search, in characters.
  static let maximumQuery = 500

  let database: Database

  func list(_ request: ShopRequest) throws -> ShopResponse {
    let page = try Page(request)
    let text = request.value(of: "query")
    guard (text?.count ?? 0) <= Self.maximumQuery else {
      throw Refusal.invalid("query must not be longer than \(Self.maximumQuery) characters.")
    }
    let query = ProductQuery(
      text: text, order: try ProductOrder(request), offset: page.offset, size: page.size)
    // One transaction, so that the count and the page speak of the same catalogue.
    return try database.transaction(.deferred) {
      var total = 0
      try database.forEach(query.count.sql, query.count.values) { total = $0.integer(0) }
      var response = try ShopResponse { json in
        try write(query.page.sql, query.page.values, into: &json)
      }
      page.describe(total: total, in: &response, for: request)
      return response
    }
  }

  func show(_ id: String) throws -> ShopResponse {
    let number = Identifier.product.number(id) ?? 0
    let response = try database.first(
      "SELECT \(ProductQuery.columns) FROM products WHERE number = ?", .integer(number)
    ) { row in
      ShopResponse { Self.write(row, into: &$0) }
    }
    guard let response else { throw Self.notFound }
    return response
  }

  func related(to id: String) throws -> ShopResponse {
    let number = try number(of: id)
    return try ShopResponse { json in
      try write(
        """
        SELECT \(ProductQuery.columns) FROM related_products JOIN products ON number = related
        WHERE product = ? ORDER BY place
        """, [.integer(number)], into: &json)
    }
  }

  /// The row of a product that is there.
  func number(of id: String) throws -> Int {
    guard let number = Identifier.product.number(id),
      let found = try database.first(
        "SELECT number FROM products WHERE number = ?", .integer(number), row: { $0.integer(0) })
    else { throw Self.notFound }
    return found
  }

  private static let notFound = Refusal.notFound(
    "There is no such product; GET /v1/products lists them.")

  private func write(_ sql: String, _ values: [SQLiteValue], into json: inout JSONWriter) throws {
    json.openArray()
    try database.forEach(sql, values) { Self.write($0, into: &json) }
    json.closeArray()
  }

  private static func write(_ row: Row, into json: inout JSONWriter) {
    json.openObject()
    json.key("id")
    json.string(Identifier.product.text(row.integer(0)))
    json.key("name")
    row.withText(1) { json.string($0) }
    json.key("description")
    row.withText(2) { json.string($0) }
    json.key("price")
    json.raw(Price(tenThousandths: row.integer(3)).decimal)
    json.key("currency_code")
    row.withText(4) { json.string($0) }
    json.key("image")
    if row.isNull(5) { json.null() } else { row.withText(5) { json.string($0) } }
    json.closeObject()
  }
}
