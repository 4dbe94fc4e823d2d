import SeashellKit

/// Products as records.
enum ProductsView {
  static let columns = [
    Column("id"), Column("name"), Column("price", hint: .money(currency: "currency_code")),
    Column("currency_code"),
  ]

  static let detailColumns = columns + [Column("description"), Column("image")]

  static func row(_ product: Product) -> [Value] {
    [
      .text(product.id), .text(product.name), .decimal(product.price),
      .text(product.currencyCode),
    ]
  }

  static func detail(_ product: Product) -> [Value] {
    row(product) + [.text(product.description), product.image.map(Value.text) ?? .null]
  }

  /// What to tell below a list that goes on; nil where it does not.
  static func notice(_ position: ProductsState.Position?) -> String? {
    guard let position, position.hasMore else { return nil }
    let part = position.total.map { "\(position.reached) of \($0)" } ?? "\(position.reached)"
    return "\(part); 'products more' shows the next"
  }
}
