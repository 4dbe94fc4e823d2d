import FoundationEssentials
import SeashellKit

@testable import ProductsPlugin

/// A service that answers at once, from a list.
actor MockProductsService: ProductsServiceProtocol {
  private let pages: [[Product]]
  private(set) var listings: [ProductListing] = []

  init(pages: [[Product]]) {
    self.pages = pages
  }

  func products(_ listing: ProductListing) async throws -> APIPage<Product> {
    listings.append(listing)
    return page(listing.page ?? 1)
  }

  func products(following next: APIRequest) async throws -> APIPage<Product> {
    page(Int(next.path.resource) ?? 0)
  }

  func product(_ id: Product.ID) async throws -> Product {
    guard let product = pages.joined().first(where: { $0.id == id }) else {
      throw ProductsError.notFound(id)
    }
    return product
  }

  func relatedProducts(of id: Product.ID) async throws -> APIPage<Product> {
    APIPage(elements: pages.joined().filter { $0.id != id })
  }

  private func page(_ number: Int) -> APIPage<Product> {
    APIPage(
      elements: pages[number - 1], total: pages.joined().count,
      next: number < pages.count ? APIRequest(path: "\(number + 1)") : nil)
  }
}

extension Product {
  /// Creates a product; only its id matters.
  init(_ id: String) {
    self.init(id: id, name: "Mug", description: "", price: 1, currencyCode: "EUR")
  }
}
