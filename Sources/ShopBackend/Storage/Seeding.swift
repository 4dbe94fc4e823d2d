import CoreSQLite

/// Fills a new database: the catalogue, its reviews, and the account `demo`.
struct Seeding {
  let database: Database

  /// Fills the tables, inside a transaction of the caller's.
  ///
  /// - Parameter products: how many products there shall be, the catalogue's first and generated
  ///   ones after them; nil for the catalogue alone.
  /// - Throws: what `check` throws, which is called before each generated product.
  func fill(products count: Int?, check: () throws -> Void = {}) throws {
    let catalogue = try Catalogue.products().prefix(count ?? .max)
    for (index, product) in catalogue.enumerated() { try insert(product, number: index + 1) }
    for product in catalogue { try insertRelated(of: product, among: catalogue.count) }
    for review in try Catalogue.reviews() { try insert(review, among: catalogue.count) }
    for number in (catalogue.count + 1)..<max(count ?? 0, catalogue.count) + 1 {
      try check()
      try insert(GeneratedProduct(number: number))
    }
    try database.execute("INSERT INTO products_search (products_search) VALUES ('rebuild')")
    try database.execute(Schema.sorting)
    try database.run(
      "INSERT INTO accounts (name, password_hash) VALUES (?, ?)", "demo",
      .text(try Password.hash("demo")))
  }

  private func insert(_ product: CatalogueProduct, number: Int) throws {
    guard Identifier.product.number(product.id) == number, let price = Price(product.price) else {
      throw SeedingError(id: product.id)
    }
    try insert(
      number: number, name: product.name, description: product.description, price: price,
      currencyCode: product.currencyCode, image: product.image)
  }

  private func insert(_ product: GeneratedProduct) throws {
    try insert(
      number: product.number, name: product.name, description: product.description,
      price: product.price, currencyCode: "EUR", image: nil)
  }

  private func insert(
    number: Int, name: String, description: String, price: Price, currencyCode: String,
    image: String?
  ) throws {
    try database.run(
      "INSERT INTO products VALUES (?, ?, ?, ?, ?, ?)",
      .integer(number), .text(name), .text(description), .integer(price.tenThousandths),
      .text(currencyCode), .text(orNull: image))
  }

  private func insertRelated(of product: CatalogueProduct, among count: Int) throws {
    let own = Identifier.product.number(product.id) ?? 0
    for (place, id) in product.related.enumerated() {
      guard let number = Identifier.product.number(id) else { throw SeedingError(id: product.id) }
      guard number <= count else { continue }
      try database.run(
        "INSERT INTO related_products VALUES (?, ?, ?)", .integer(own), .integer(place),
        .integer(number))
    }
  }

  private func insert(_ review: CatalogueReview, among count: Int) throws {
    guard let product = Identifier.product.number(review.productID) else {
      throw SeedingError(id: review.productID)
    }
    guard product <= count else { return }
    try database.run(
      "INSERT INTO reviews (product, rating, comment, author) VALUES (?, ?, ?, ?)",
      .integer(product), .integer(review.rating), .text(review.comment), .text(review.author))
  }
}

/// A product of the catalogue whose id is out of order, or whose price is no decimal.
struct SeedingError: Error {
  let id: String
}
