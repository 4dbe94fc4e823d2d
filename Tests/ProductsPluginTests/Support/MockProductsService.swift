import FoundationEssentials
import SeashellKit

@testable import ProductsPlugin

/// A service that answers at once, from a list.
actor MockProductsService: ProductsServiceProtocol {
  private let pages: [[Product]]
  private(set) var requests: [(list: ProductListing, pages: PageSelection)] = []
  private(set) var relatedTo: [Product.ID] = []

  init(pages: [[Product]]) {
    self.pages = pages
  }

  func page(
    _ pages: PageSelection, of list: ProductListing
  ) async throws -> APIPage<Product> {
    requests.append((list, pages))
    return page(pages.page ?? 1)
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

  /// The last product of each page, unless it is the one in question.
  nonisolated func related(
    to id: Product.ID, _ show: ([Product]) async throws -> Void
  ) async throws {
    await note(id)
    for page in pages { try await show(page.suffix(1).filter { $0.id != id }) }
  }

  private func note(_ id: Product.ID) { relatedTo.append(id) }

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
