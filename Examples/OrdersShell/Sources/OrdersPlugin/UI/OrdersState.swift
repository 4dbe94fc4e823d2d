import Observation
import OrdersEvents
import SeashellKit

/// The orders that were listed last, and what the commands do with orders.
@Observable @MainActor
final class OrdersState {
  /// What was listed and shown last, for `more`, `refresh` and completion.
  let list: ResourceState<OrderListing>

  private let service: any OrdersServiceProtocol
  private let bus: EventBus

  init(service: any OrdersServiceProtocol, bus: EventBus, clock: any Clock<Duration>) {
    self.service = service
    self.bus = bus
    list = ResourceState(service, of: OrderListing(), clock: clock)
  }

  /// Cancels an order, and tells the other modules.
  func cancel(_ id: OrderID) async throws -> Order {
    let order = try await service.cancel(id)
    list.update(order, at: "orders")
    bus.post(OrderCancelled(order: id.parameterText))
    return order
  }
}
