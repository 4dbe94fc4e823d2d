import SeashellKit

/// Reads and cancels orders through the API.
actor OrdersService: OrdersServiceProtocol {
  private let client: any APIClient

  init(client: any APIClient) {
    self.client = client
  }

  func list(_ pages: PageSelection) async throws -> APIPage<Order> {
    try await page(
      APIRequest(path: "orders", query: ["page": pages.page, "per_page": pages.perPage]))
  }

  func list(following next: APIRequest) async throws -> APIPage<Order> {
    try await page(next)
  }

  private func page(_ request: APIRequest) async throws -> APIPage<Order> {
    do {
      let page: APIPage<OrderDTO> = try await request.response(on: client).pagedResource()
      return try page.map(OrderMapper.map(from:))
    } catch let error as APIError {
      throw OrdersError(error)
    }
  }

  func order(_ id: Order.ID) async throws -> Order {
    try await order(APIRequest(path: "orders/\(id)"), id)
  }

  func cancel(_ id: Order.ID) async throws -> Order {
    try await order(
      APIRequest(path: "orders/\(id)/cancel", method: .post, announces: .updated("orders", id)), id)
  }

  private func order(_ request: APIRequest, _ id: Order.ID) async throws -> Order {
    do {
      let dto: OrderDTO = try await request.response(on: client).resource()
      return try OrderMapper.map(from: dto)
    } catch let error as APIError {
      throw OrdersError(error, id)
    }
  }
}
