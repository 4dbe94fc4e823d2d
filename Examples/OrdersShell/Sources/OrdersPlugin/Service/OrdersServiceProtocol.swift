import SeashellKit

/// Reads and cancels orders.
protocol OrdersServiceProtocol: ResourceService where Item == OrderListing {
  /// Cancels an order, and returns it as it is then.
  func cancel(_ id: OrderID) async throws -> Order
}
