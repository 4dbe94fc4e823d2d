import SeashellKit

/// Reads and cancels orders.
///
/// Implementations throw ``OrdersError``, or `CancellationError` if their task was cancelled.
protocol OrdersServiceProtocol: Sendable {
  /// Returns the first page of a listing.
  func orders(_ listing: OrderListing) async throws -> APIPage<Order>

  /// Returns the next page, from the request in the page before it.
  func orders(following next: APIRequest) async throws -> APIPage<Order>

  /// Returns one order.
  func order(_ id: OrderID) async throws -> Order

  /// Cancels an order, and returns it as it is then.
  func cancel(_ id: OrderID) async throws -> Order
}
