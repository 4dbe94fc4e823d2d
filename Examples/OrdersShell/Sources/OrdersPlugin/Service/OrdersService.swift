import SeashellKit

/// Reads and cancels orders through the API, and reads them from the store when it cannot be reached.
actor OrdersService: OrdersServiceProtocol, WrappingService {
  private let store: OfflineFirstService<OrderListing>

  init(_ store: OfflineFirstService<OrderListing>) { self.store = store }

  nonisolated var base: any ResourceService<OrderListing> { store }

  func cancel(_ id: OrderID) async throws -> Order {
    let (id, list) = (id.parameterText, OrderListing())
    let request = APIRequest(
      path: "orders/\(id)/cancel", method: .post, announces: .updated("orders", id))
    return try await store.send(request, id, of: list)
  }
}
