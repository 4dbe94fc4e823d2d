import CShop

enum Catalogue {
  static func products() throws -> [CatalogueProduct] {
    try entries().map(\.product)
  }

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
  var content: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }
}
