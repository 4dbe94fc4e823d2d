import SeashellKit

/// The user cancelled an order.
public struct OrderCancelled: Event, Hashable {
  /// The name of these events.
  public static let name = "orders.order.cancelled"

  /// The order's id.
  public let order: String

  /// Creates an event.
  public init(order: String) {
    self.order = order
  }
}
