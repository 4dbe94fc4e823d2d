import SeashellKit

/// Reads and cancels orders through the API, and reads them from the store when it cannot be reached.
actor OrdersService: OrdersServiceProtocol {
  private let api: RemoteListService<OrderListing>
  private let store: OfflineFirstService<OrderListing>

  init(client: any APIClient, offline: OfflineAccess) {
    api = RemoteListService(client)
    store = OfflineFirstService(api, offline)
  }

  nonisolated var lists: any ListService<OrderListing> { store }

  func cancel(_ id: Order.ID) async throws -> Order {
    let request = APIRequest(
      path: "orders/\(id)/cancel", method: .post, announces: .updated("orders", id))
    return try await store.write { try await api.send(request, id, of: OrderListing()) }
  }
}
