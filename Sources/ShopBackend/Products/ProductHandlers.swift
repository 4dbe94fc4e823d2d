import CoreSQLite

/// Answers what is asked about products.
struct ProductHandlers {
  /// The longest search, in characters.
  static let maximumQuery = 500

  let database: Database

  func list(_ request: ShopRequest) throws -> ShopResponse {
    let asked = try Page(request)
    let text = try request.onlyValue(of: "query")
    guard (text?.unicodeScalars.count ?? 0) <= Self.maximumQuery else {
      throw Refusal.invalid(
        parameter: "query", "query must not be longer than \(Self.maximumQuery) characters.")
    }
    let query = ProductQuery(
      text: text, order: try ProductOrder(request), offset: asked.offset, size: asked.size)
    // One transaction, so that the count and the page speak of the same catalogue.
    return try database.transaction(.deferred) {
      var total = 0
      try database.forEach(query.count.sql, query.count.values) { total = $0.integer(0) }
      return try .list(asked, total: total, of: request) { page in
        try database.forEach(query.page.sql, query.page.values) {
          page.element(ProductRow(row: $0), as: request.format)
        }
      }
    }
  }

  func show(_ id: String, _ request: ShopRequest) throws -> ShopResponse {
    let number = Identifier.product.number(id) ?? 0
    let response = try database.first(
      "SELECT \(ProductQuery.columns) FROM products WHERE number = ?", .integer(number)
    ) { row in
      ShopResponse(ProductRow(row: row), as: request.format)
    }
    guard let response else { throw Self.notFound }
    return response
  }

  func related(to id: String, _ request: ShopRequest) throws -> ShopResponse {
    let number = try number(of: id)
    return try .list(of: request) { json in
      try database.forEach(
        """
        SELECT \(ProductQuery.columns) FROM related_products JOIN products ON number = related
        WHERE product = ? ORDER BY place
        """, [.integer(number)]
      ) { json.resource(ProductRow(row: $0), as: request.format) }
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
}
