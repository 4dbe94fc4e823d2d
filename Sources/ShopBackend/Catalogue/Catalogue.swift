/// What the embedded shop sells on its first day, and what its customers have said.
///
/// Each shelf is a text, see ``CatalogueParser``: an array literal of this size would take the
/// compiler longer than the rest of the target.
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

  /// All products, in the order of their ids.
  static func products() throws -> [CatalogueProduct] {
    try entries().map(\.product)
  }

  /// All reviews, the oldest first.
  ///
  /// Every product's first review comes before any product's second, so that ids given in this
  /// order spread over the shop as they would have over time.
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
