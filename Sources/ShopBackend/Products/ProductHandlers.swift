import CoreJSON
import CoreSQLite

struct ProductHandlers {
  /// The maximum length of a search, in Unicode scalars.
  static let maximumQuery = 500

  let database: Database

  func list(_ request: ShopRequest) throws -> ShopResponse {
    let page = try Page(request)
    let text = try request.onlyValue(of: "query")
    guard (text?.unicodeScalars.count ?? 0) <= Self.maximumQuery else {
      throw ShopProblem.invalid(
        parameter: "query", "query must not be longer than \(Self.maximumQuery) characters.")
    }
    let query = ProductQuery(
      text: text, order: try ProductOrder(request), offset: page.offset, size: page.size)
    // One transaction, so that the total and the page match.
    return try database.transaction(.deferred) {
      var total = 0
      try database.forEach(query.count.sql, query.count.values) { total = $0.integer(0) }
      return try .list(page, total: total, of: request) { list in
        try database.forEach(query.page.sql, query.page.values) {
          list.element(ProductRow(row: $0), as: request.format)
        }
      }
    }
  }

  func show(_ id: String, _ request: ShopRequest) throws -> ShopResponse {
    let number = Identifier.product.number(id) ?? 0
    let response = try database.first(ProductDetailRow.statement, .integer(number)) { row in
      ShopResponse(ProductDetailRow(row: row), as: request.format)
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

  func number(of id: String) throws -> Int {
    guard let number = Identifier.product.number(id),
      let found = try database.first(
        "SELECT number FROM products WHERE number = ?", .integer(number), row: { $0.integer(0) })
    else { throw Self.notFound }
    return found
  }

  private static let notFound = ShopProblem.notFound(
    "No such product; GET /v1/products lists all.")
}

/// A product in a statement's row, written without copying its text.
struct ProductRow: WireResource {
  static let type: StaticString = "products"

  let row: Row

  var id: String { Identifier.product.text(row.integer(0)) }
  var path: String { "/v1/products/\(id)" }

  func writeAttributes(into json: inout JSONWriter) {
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
  }

  func writeRelationships(into json: inout JSONWriter) {
    json.relationship("relatedProducts", at: "\(path)/relatedProducts")
    json.relationship("reviews", at: "\(path)/reviews")
  }
}

struct ProductDetailRow: WireResource {
  static let type = ProductRow.type

  /// Selects the product of a number.
  static let statement = """
    SELECT \(ProductQuery.columns), reviews, stars FROM products,
      (SELECT count(*) AS reviews, coalesce(sum(rating), 0) AS stars FROM reviews WHERE product = ?1)
    WHERE number = ?1
    """

  private let product: ProductRow
  private let reviews: Int
  private let stars: Int

  init(row: Row) {
    product = ProductRow(row: row)
    (reviews, stars) = (row.integer(6), row.integer(7))
  }

  var id: String { product.id }
  var path: String { product.path }

  func writeAttributes(into json: inout JSONWriter) {
    product.writeAttributes(into: &json)
    json.key("rating")
    if reviews == 0 {
      json.null()
    } else {
      // Rounded half up to hundredths.
      let hundredths = (stars * 200 + reviews) / (reviews * 2)
      json.raw(Price(tenThousandths: hundredths * 100).decimal)
    }
    json.key("review_count")
    json.raw(String(reviews))
  }

  func writeRelationships(into json: inout JSONWriter) {
    product.writeRelationships(into: &json)
  }
}
