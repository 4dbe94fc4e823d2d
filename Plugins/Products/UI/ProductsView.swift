import SeashellKit

struct ProductsView: RecordView {
  var columns: [Column] {
    [
      Column("id"), Column("name"), Column("price", hint: .money(currency: "currency_code")),
      Column("currency_code"),
    ]
  }

  func row(_ product: Product) -> [CellValue] {
    [
      .text(product.id), .text(product.name), .decimal(product.price),
      .text(product.currencyCode),
    ]
  }
}

struct ProductDetailView: RecordView {
  var columns: [Column] {
    ProductsView().columns + [
      Column("description"), Column("image"), Column("rating", hint: .stars),
      Column("review_count"),
    ]
  }

  func row(_ product: Product) -> [CellValue] {
    ProductsView().row(product) + [
      .text(product.description), product.image.map(CellValue.text) ?? .null,
      product.rating.map(CellValue.decimal) ?? .null,
      product.reviewCount.map(CellValue.integer) ?? .null,
    ]
  }
}
