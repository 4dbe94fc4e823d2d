import Observation
import SeashellKit

/// What was listed and shown last, and what the commands do.
@Observable @MainActor
final class OrdersState {
  /// For `more`, `refresh` and completion.
  let list: ResourceState<OrderListing>

  private let service: any OrdersServiceProtocol

  init(service: any OrdersServiceProtocol, clock: any Clock<Duration>) {
    self.service = service
    list = ResourceState(service, of: OrderListing(), clock: clock)
  }

  func cancel(_ id: Order.ID) async throws -> Order {
    let order = try await service.cancel(id)
    list.update(order, at: "orders")
    return order
  }
}
