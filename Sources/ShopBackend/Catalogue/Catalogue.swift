/// The products of a new shop, and their reviews.
///
/// Each shelf is a text for ``CatalogueParser``, since array literals of this size compile slowly.
enum Catalogue {
  private static let shelves = [
    ("mugs", mugs),
    ("kitchen", kitchen),
    ("coffee and tea", coffeeAndTea),
    ("desk", desk),
    ("outdoor", outdoor),
    ("textiles", textiles),
    ("books and prints", booksAndPrints),
    ("toys and plants", toysAndPlants),
  ]

  /// Returns all products by id.
  static func products() throws -> [CatalogueProduct] {
    try entries().map(\.product)
  }

  /// Returns all reviews, the oldest first.
  ///
  /// All products' first reviews come before their second ones, so that ids are mixed as in a real
  /// shop.
  static func reviews() throws -> [CatalogueReview] {
    let byProduct = try entries().map(\.reviews)
    let rounds = byProduct.map(\.count).max() ?? 0
    return (0..<rounds).flatMap { round in
      byProduct.compactMap { round < $0.count ? $0[round] : nil }
    }
  }

  private static func entries() throws(CatalogueError) -> [CatalogueParser.Entry] {
    var entries: [CatalogueParser.Entry] = []
    for (shelf, text) in shelves {
      entries += try CatalogueParser(shelf: shelf).entries(in: text)
    }
    return entries
  }
}
