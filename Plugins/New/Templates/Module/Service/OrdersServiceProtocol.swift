import SeashellKit

/// Reads and cancels orders.
protocol OrdersServiceProtocol: ResourceService where Item == OrderListing {
  /// Cancels one of the orders, and returns it as it is then.
  func cancel(_ id: Order.ID) async throws -> Order
}
