import FoundationEssentials
import SeashellKit
import Testing

@testable import ProductsPlugin

@Suite @MainActor struct ProductsViewTests {
  let product = Product(
    id: "p-1", name: "Ocean mug", description: "Blue.", price: 18.5, currencyCode: "EUR",
    image: "mugs/ocean.jpg")

  @Test func `a row has the names of the wire, and the price knows its currency`() {
    #expect(ProductsView.columns.map(\.name) == ["id", "name", "price", "currency_code"])
    #expect(ProductsView.columns[2].hint == .money(currency: "currency_code"))
    #expect(
      ProductsView.row(product) == [
        .text("p-1"), .text("Ocean mug"), .decimal(18.5), .text("EUR"),
      ])
  }

  @Test func `a detail adds the description and the image, which may be missing`() {
    #expect(
      ProductsView.detailColumns.map(\.name) == [
        "id", "name", "price", "currency_code", "description", "image",
      ])
    #expect(ProductsView.detail(product).suffix(2) == [.text("Blue."), .text("mugs/ocean.jpg")])
    #expect(ProductsView.detail(Product("p-2")).last == .null)
  }

  @Test(
    arguments: [
      (nil, nil),
      (.init(reached: 52, total: 52, hasMore: false), nil),
      (.init(reached: 20, total: 52, hasMore: true), "20 of 52; 'products more' shows the next"),
      (
        .init(reached: 20, total: nil, hasMore: true),
        "the first 20; 'products more' shows the next"
      ),
    ] as [(ProductsState.Position?, String?)])
  func `a list with more pages gets a notice`(position: ProductsState.Position?, notice: String?) {
    #expect(
      ProductsView.notice(position, shown: 20, hint: ProductsView.moreHint) == notice)
  }
  @Test(arguments: [
    (ProductListing(query: "zzz"), 0, "no product matches 'zzz'"),
    (ProductListing(), 0, "the shop has no products"),
    (ProductListing(page: 99), 52, "page 99 is empty; there are 52 in all"),
    (ProductListing(query: "mug", page: 9), nil, "page 9 is empty"),
  ])
  func `an empty list says so`(listing: ProductListing, total: Int?, notice: String) {
    #expect(ProductsView.emptyNotice(listing, of: total) == notice)
  }
}
