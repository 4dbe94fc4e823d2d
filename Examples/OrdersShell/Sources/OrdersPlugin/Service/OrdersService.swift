import SeashellKit

/// Reads and cancels orders through the API.
actor OrdersService: OrdersServiceProtocol {
  private let client: any APIClient

  init(client: any APIClient) {
    self.client = client
  }

  func orders(_ listing: OrderListing) async throws -> APIPage<Order> {
    try await orders(
      following: APIRequest(
        path: "orders",
        query: [
          "status": listing.status?.rawValue, "page": listing.page, "per_page": listing.perPage,
        ]))
  }

  func orders(following next: APIRequest) async throws -> APIPage<Order> {
    do {
      let page: APIPage<OrderDTO> = try await next.response(on: client).pagedResource()
      return try page.map(OrderMapper.map(from:))
    } catch let error as APIError {
      throw OrdersError(error)
    }
  }

  func order(_ id: OrderID) async throws -> Order {
    try await order(APIRequest(path: "orders/\(id.parameterText)"), id)
  }

  func cancel(_ id: OrderID) async throws -> Order {
    try await order(
      APIRequest(
        path: "orders/\(id.parameterText)/cancel", method: .post,
        announces: .updated("orders", id.parameterText)), id)
  }

  private func order(_ request: APIRequest, _ id: OrderID) async throws -> Order {
    do {
      let dto: OrderDTO = try await request.response(on: client).resource()
      return try OrderMapper.map(from: dto)
    } catch let error as APIError {
      throw OrdersError(error, of: id)
    }
  }
}
