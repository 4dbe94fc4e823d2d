import SeashellKit

/// Products as records.
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

  /// How the user gets the page after this one.
  static let moreHint = "'products more' shows the next"

  /// The notice below a page: which part of the list it was; nil where none follows.
  static func notice(
    _ position: ProductsState.Position?, shown count: Int, hint: String
  ) -> String? {
    guard let position, position.hasMore else { return nil }
    return PageNotice.text(shown: count, upTo: position.reached, of: position.total, hint: hint)
  }

  /// The notice for a list without products.
  static func emptyNotice(_ listing: ProductListing, of total: Int?) -> String {
    if let page = listing.page, page > 1 { return PageNotice.text(emptyPage: page, of: total) }
    return listing.query.map { "no product matches '\($0)'" } ?? "the shop has no products"
  }
}
