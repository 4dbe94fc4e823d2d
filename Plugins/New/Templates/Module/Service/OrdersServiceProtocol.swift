import SeashellKit

/// Reads and cancels orders.
protocol OrdersServiceProtocol: Sendable {
  /// Reads the lists and the single orders.
  var lists: any ListService<OrderListing> { get }

  /// Cancels one of the orders, and returns it as it is then.
  func cancel(_ id: Order.ID) async throws -> Order
}
