import FoundationEssentials
import SeashellKit
import Testing

@testable import ProductsPlugin

@Suite @MainActor struct ProductsViewTests {
  let product = Product(
    id: "p-1", name: "Ocean mug", description: "Blue.", price: 18.5, currencyCode: "EUR",
    image: "mugs/ocean.jpg", rating: 4.25, reviewCount: 4)

  @Test func `a product's row has the API's names and a price with currency`() {
    #expect(ProductsView().columns.map(\.name) == ["id", "name", "price", "currency_code"])
    #expect(ProductsView().columns[2].hint == .money(currency: "currency_code"))
    #expect(
      ProductsView().row(product) == [
        .text("p-1"), .text("Ocean mug"), .decimal(18.5), .text("EUR"),
      ])
  }

  @Test func `a product's detail adds description, image and reviews`() {
    #expect(
      ProductDetailView().columns.map(\.name) == [
        "id", "name", "price", "currency_code", "description", "image",
        "rating", "review_count",
      ])
    #expect(
      ProductDetailView().row(product).suffix(4)
        == [.text("Blue."), .text("mugs/ocean.jpg"), .decimal(4.25), .integer(4)])
    #expect(ProductDetailView().row(Product("p-2")).suffix(3) == [.null, .null, .null])
  }
}
