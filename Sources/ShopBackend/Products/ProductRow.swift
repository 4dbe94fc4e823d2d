import CoreSQLite

/// A product as a statement gives it, written without being copied first.
struct ProductRow: WireResource {
  static let type: StaticString = "products"

  /// A row of ``ProductQuery/columns``.
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
