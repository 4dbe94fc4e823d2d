import CShop

/// The products of a new shop, and their reviews.
enum Catalogue {
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
    try CatalogueParser().entries(in: String(decoding: shop_catalogue().content, as: UTF8.self))
  }
}

extension shop_file {
  /// The bytes of the file.
  var content: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }
}
