import SeashellKit

/// Requests products from the shop's API.
actor ProductsService: ProductsServiceProtocol {
  private let client: any APIClient

  init(client: any APIClient) {
    self.client = client
  }

  func products(_ listing: ProductListing) async throws -> APIPage<Product> {
    try await page(
      APIRequest(
        path: ProductPath.all,
        query: [
          "query": listing.query, "page": listing.page, "per_page": listing.perPage,
          "sort": listing.order?.rawValue,
        ]))
  }

  func products(following next: APIRequest) async throws -> APIPage<Product> {
    try await page(next)
  }

  func product(_ id: Product.ID) async throws -> Product {
    try await mappingErrors(about: id) {
      let dto: ProductDTO = try await APIRequest(path: ProductPath.product(id))
        .response(on: client)
        .resource()
      return try ProductMapper.map(from: dto)
    }
  }

  func relatedProducts(of id: Product.ID) async throws -> APIPage<Product> {
    try await page(APIRequest(path: ProductPath.related(to: id)), of: id)
  }

  private func page(
    _ request: APIRequest, of id: Product.ID? = nil
  ) async throws -> APIPage<Product> {
    try await mappingErrors(about: id) {
      let page: APIPage<ProductDTO> = try await request.response(on: client).pagedResource()
      return try page.map { try ProductMapper.map(from: $0) }
    }
  }

  /// Turns an error of the client into a ``ProductsError``.
  private func mappingErrors<Result>(
    about id: Product.ID?, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as APIError {
      throw ProductsError(error, product: id)
    }
  }
}
