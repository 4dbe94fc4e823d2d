import FoundationEssentials
import SeashellKit
import Testing

@testable import ProductsPlugin

@Suite struct ProductMapperTests {
  static func dto(_ json: String) throws -> ProductDTO {
    try JSONDecoder().decode(ProductDTO.self, from: Data(json.utf8))
  }

  static func json(
    id: String = "p-1", price: String = "18.5", currency: String = "EUR"
  ) -> String {
    """
    {"id":"\(id)","name":"Café","description":"Two.","price":\(price),"currency_code":"\(currency)"}
    """
  }

  @Test func `a product has the fields of the JSON`() throws {
    let product = try ProductMapper.map(
      from:
        try Self.dto(
          """
          {"id":"p-5","name":"猫のマグカップ","description":"A cat.","price":2400,
           "currency_code":"JPY","image":"mugs/cat.jpg","rating":4.5,"review_count":2}
          """))
    #expect(
      product
        == Product(
          id: "p-5", name: "猫のマグカップ", description: "A cat.", price: 2400,
          currencyCode: "JPY", image: "mugs/cat.jpg", rating: 4.5, reviewCount: 2))
  }

  @Test(arguments: [
    ("18.5", "18.50 EUR"), ("0.1", "0.10 EUR"), ("21", "21.00 EUR"), ("0", "0.00 EUR"),
    ("9007199254740993.07", "9007199254740993.07 EUR"), ("1.005", "1.005 EUR"),
  ])
  func `a price is exact to its last digit`(price: String, formatted: String) throws {
    let product = try ProductMapper.map(from: try Self.dto(Self.json(price: price)))
    #expect(Money.formatted(product.price, currencyCode: product.currencyCode) == formatted)
    #expect(product.image == nil)
  }

  @Test(arguments: [
    (json(id: ""), "a product has no id"),
    (json(price: "-1"), "the price of product 'p-1' is -1, not an amount"),
    (
      json(currency: "euro"),
      "the currency code of product 'p-1' is 'euro', not three capital letters"
    ),
    (
      json(currency: ""), "the currency code of product 'p-1' is '', not three capital letters"
    ),
    (
      json(id: String(repeating: "x", count: 99), currency: "eur"),
      "the currency code of product '\(String(repeating: "x", count: 40))…' is 'eur', "
        + "not three capital letters"
    ),
  ])
  func `an invalid product is an error that says why`(json: String, why: String) throws {
    let dto = try Self.dto(json)
    let error = #expect(throws: RecordError.self) { try ProductMapper.map(from: dto) }
    #expect(error?.shellError.message == "the server sent an invalid response: " + why)
    #expect(error?.shellError.status == .unavailable)
  }

  @Test(arguments: ["id", "name", "description", "price", "currency_code"])
  func `a missing field of a product is an error`(field: String) throws {
    let json = Self.json().replacing("\"\(field)\"", with: "\"other\"")
    #expect(throws: DecodingError.self) { try Self.dto(json) }
  }
}
