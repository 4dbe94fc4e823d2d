import SeashellKit

enum ShowProduct {
  @MainActor
  static func command(_ products: ResourceState<ProductListing>) -> some Command {
    ShowCommand(
      products, Argument<String>("ID", "the product", completion: .products),
      as: ProductDetailView(), abstract: "Show a product",
      examples: [.init("products show p-1", "shows the product p-1")]
    ) { _ in ProductListing() }
  }
}
