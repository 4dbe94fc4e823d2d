import SeashellKit

/// Reads and cancels orders through the API.
actor OrdersService: OrdersServiceProtocol {
  private let client: any APIClient

  init(client: any APIClient) {
    self.client = client
  }

  func list() async throws -> [Order] {
    do {
      let list: [OrderDTO] = try await APIRequest(path: "orders").response(on: client).resource()
      return try list.map(OrderMapper.order)
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
      return try OrderMapper.order(dto)
    } catch let error as APIError {
      throw OrdersError(error, id)
    }
  }
}
