/// Reads and cancels orders.
///
/// Implementations throw ``OrdersError``, or `CancellationError` if their task was cancelled.
public protocol OrdersServiceProtocol: Sendable {
  /// Returns all orders.
  func list() async throws -> [Order]

  /// Returns one of the orders.
  func order(_ id: Order.ID) async throws -> Order

  /// Cancels one of the orders, and returns it as it is then.
  func cancel(_ id: Order.ID) async throws -> Order
}
