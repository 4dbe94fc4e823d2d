public import SeashellKit

/// Reads and cancels orders.
///
/// Implementations throw ``OrdersError``, or `CancellationError` if their task was cancelled.
public protocol OrdersServiceProtocol: Sendable {
  /// Returns the first of these pages.
  func list(_ pages: PageSelection) async throws -> APIPage<Order>

  /// Returns the next page, from the request in the page before it.
  func list(following next: APIRequest) async throws -> APIPage<Order>

  /// Returns one of the orders.
  func order(_ id: Order.ID) async throws -> Order

  /// Cancels one of the orders, and returns it as it is then.
  func cancel(_ id: Order.ID) async throws -> Order
}
