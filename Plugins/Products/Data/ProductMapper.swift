import FoundationEssentials
import SeashellKit

enum ProductMapper {
  /// Throws `unreadable` if the id, the price or the currency is not valid.
  static func map(from dto: ProductDTO) throws(RecordError) -> Product {
    guard !dto.id.isEmpty else { throw .unreadable("a product has no id") }
    guard !dto.price.isNaN, dto.price >= 0 else {
      throw .unreadable("the price of product \(quoted(dto.id)) is \(dto.price), not an amount")
    }
    guard isCurrencyCode(dto.currencyCode) else {
      throw .unreadable(
        "the currency code of product \(quoted(dto.id)) is \(quoted(dto.currencyCode)), "
          + "not three capital letters")
    }
    if let rating = dto.rating, rating.isNaN || rating < 0 {
      throw .unreadable("the rating of product \(quoted(dto.id)) is \(rating)")
    }
    return Product(
      id: dto.id, name: dto.name, description: dto.description, price: dto.price,
      currencyCode: dto.currencyCode, image: dto.image, rating: dto.rating,
      reviewCount: dto.reviewCount)
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
