import CoreSQLite

struct Seeding {
  let database: Database

  /// Fills the tables, inside the caller's transaction.
  ///
  /// `count` includes the catalogue's products; nil for these only. `check` is called before each
  /// generated one, and may throw to stop.
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

struct SeedingError: Error {
  let id: String
}

/// A product generated from its number, always in the same way.
struct GeneratedProduct {
  let number: Int

  /// Three words and the number, such as `Speckled Stoneware Mug 4821`.
  var name: String {
    let (style, material, kind) = (
      pick(Self.styles, 1), pick(Self.materials, 2), pick(Self.kinds, 3)
    )
    return "\(style) \(material) \(kind) \(number)"
  }

  /// A sentence of words that other products share.
  var description: String {
    let (style, material) = (
      pick(Self.styles, 4).lowercased(), pick(Self.materials, 5).lowercased()
    )
    return "With a \(style) finish and a trace of \(material), \(pick(Self.uses, 6))."
  }

  /// A price from 1 to 250, in steps of 0.1.
  var price: Price { Price(tenThousandths: (10 + Int(mixed(7) % 2_491)) * 1_000) }

  private func pick(_ words: [String], _ salt: UInt64) -> String {
    words[Int(mixed(salt) % UInt64(words.count))]
  }

  /// Mixes the bits of the number (the finalizer of SplitMix64).
  private func mixed(_ salt: UInt64) -> UInt64 {
    var bits = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ salt &* 0xD1B5_4A32_D192_ED03
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  private static let styles = [
    "Speckled", "Plain", "Striped", "Thrown", "Glazed", "Matt", "Brushed", "Folded", "Woven",
    "Quilted", "Heavy", "Light", "Small", "Large", "Tall", "Round", "Square", "Oval", "Blue",
    "Green", "Ochre", "Charcoal", "Ivory", "Rust", "Sage", "Coral", "Indigo", "Crème", "Rosé",
    "Dotted", "Smoked", "Waxed",
  ]

  private static let materials = [
    "Stoneware", "Porcelain", "Oak", "Beech", "Ash", "Steel", "Copper", "Brass", "Wool", "Cotton",
    "Hemp", "Cork", "Glass", "Slate", "Marble", "Leather", "Enamel", "Bamboo", "Felt", "Paper",
    "Linen", "Walnut",
  ]

  private static let kinds = [
    "Mug", "Bowl", "Plate", "Jug", "Teapot", "Tray", "Board", "Knife", "Spoon", "Ladle", "Towel",
    "Blanket", "Cushion", "Rug", "Lamp", "Vase", "Basket", "Box", "Stool", "Chair", "Table",
    "Shelf", "Hook", "Clock", "Candle", "Apron", "Notebook", "Pen", "Bag", "Wallet",
  ]

  private static let uses = [
    "for slow mornings", "for the first coffee of the day", "for a crowded kitchen",
    "made in small batches", "packed without plastic", "finished with plant oil",
    "for the desk or the shelf", "fired twice", "washed and ready to use", "cut from one piece",
    "to hand on one day", "for guests who stay late",
  ]
}
