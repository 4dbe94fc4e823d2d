import FoundationEssentials
import SeashellKit

@testable import ProductsPlugin

/// A service that answers at once, from a list.
actor MockProductsService: ListService {
  private let pages: [[Product]]
  private(set) var requests: [(list: ProductListing, pages: PageSelection)] = []

  init(pages: [[Product]]) {
    self.pages = pages
  }

  func page(
    _ pages: PageSelection, of list: ProductListing
  ) async throws -> APIPage<Product> {
    requests.append((list, pages))
    guard let related = list.related else { return page(pages.page ?? 1) }
    return APIPage(elements: self.pages.joined().filter { $0.id != related })
  }

  func page(following next: APIRequest, of list: ProductListing) async throws -> APIPage<Product> {
    page(Int(next.path.resource) ?? 0)
  }

  func record(_ id: Product.ID, of list: ProductListing) async throws -> Product {
    guard let product = pages.joined().first(where: { $0.id == id }) else {
      throw RecordError.notFound("product", id)
    }
    return product
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
    self.init(
      id: id, name: "Mug", description: "", price: 1, currencyCode: "EUR", image: nil, rating: nil,
      reviewCount: nil)
  }
}
