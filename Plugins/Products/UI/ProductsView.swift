import SeashellKit

/// Presents products as records.
enum ProductsView {
  static let columns = [
    Column("id"), Column("name"), Column("price", hint: .money(currency: "currency_code")),
    Column("currency_code"),
  ]

  static let detailColumns = columns + [Column("description"), Column("image")]

  static func row(_ product: Product) -> [CellValue] {
    [
      .text(product.id), .text(product.name), .decimal(product.price),
      .text(product.currencyCode),
    ]
  }

  static func detail(_ product: Product) -> [CellValue] {
    row(product) + [.text(product.description), product.image.map(CellValue.text) ?? .null]
  }

  static let moreHint = "'products more' shows the next"

  /// Returns the notice below a page; nil if it is the last page.
  static func notice(
    _ position: ProductsState.Position?, shown count: Int, hint: String
  ) -> String? {
    guard let position, position.hasMore else { return nil }
    return PageNotice.text(shown: count, upTo: position.reached, of: position.total, hint: hint)
  }

  /// Returns the notice for an empty list.
  static func emptyNotice(_ listing: ProductListing, of total: Int?) -> String {
    if let page = listing.page, page > 1 { return PageNotice.text(emptyPage: page, of: total) }
    return listing.query.map { "no product matches '\($0)'" } ?? "the shop has no products"
  }
}
