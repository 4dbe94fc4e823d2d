/// A product as it is seeded.
struct CatalogueProduct: Sendable, Equatable {
  var id: String
  var name: String
  var description: String

  /// The shortest decimal, such as `18.5`: text, so that nothing rounds it on its way.
  var price: String

  /// Three letters of ISO 4217.
  var currencyCode: String

  /// A path below wherever the shop keeps its images.
  var image: String?

  /// The ids of related products, the nearest first.
  var related: [String]
}
