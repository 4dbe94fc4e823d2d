import FoundationEssentials

/// Makes products of what the wire brings.
enum ProductMapper {
  /// Makes a product.
  ///
  /// - Throws: ``ProductsError`` `unreadable` where there is no id, or the price is none.
  static func product(_ dto: ProductDTO) throws(ProductsError) -> Product {
    guard !dto.id.isEmpty else { throw .unreadable("a product has no id") }
    guard !dto.price.isNaN, dto.price >= 0 else {
      throw .unreadable("the price of product \(quoted(dto.id)) is no amount: \(dto.price)")
    }
    guard isCurrencyCode(dto.currencyCode) else {
      throw .unreadable(
        "the currency code of product \(quoted(dto.id)) is \(quoted(dto.currencyCode)), "
          + "not three capital letters")
    }
    return Product(
      id: dto.id, name: dto.name, description: dto.description, price: dto.price,
      currencyCode: dto.currencyCode, image: dto.image)
  }

  private static func isCurrencyCode(_ text: String) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static func quoted(_ text: String) -> String {
    let bound = 40
    return text.count > bound ? "'\(text.prefix(bound))…'" : "'\(text)'"
  }
}
