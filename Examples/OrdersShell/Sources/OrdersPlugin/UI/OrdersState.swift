import Observation
import OrdersEvents
import SeashellKit

/// The orders that were listed last, and what the commands do with orders.
@Observable @MainActor
final class OrdersState {
  /// The page size unless the user chooses one; nil leaves it to the server.
  let pageSize: Int?

  /// What was listed last, for `more`, `refresh` and completion.
  let orders: ModuleList<Order>

  private let service: any OrdersServiceProtocol
  private let bus: EventBus

  init(
    service: any OrdersServiceProtocol, pageSize: Int?, bus: EventBus, clock: any Clock<Duration>
  ) {
    self.service = service
    self.pageSize = pageSize
    self.bus = bus
    orders = ModuleList(of: "orders", clock: clock) { $0.id.parameterText }
  }

  /// How orders with a status are requested; nil for all.
  func source(_ status: OrderStatus? = nil) -> PageSource<Order> {
    PageSource("orders") { [service] pages in
      try await service.orders(
        OrderListing(status: status, page: pages.page, perPage: pages.perPage))
    } following: { [service] in
      try await service.orders(following: $0)
    }
  }

  func order(_ id: OrderID) async throws -> Order {
    try await service.order(id)
  }

  /// Cancels an order, and tells the other modules.
  func cancel(_ id: OrderID) async throws -> Order {
    let order = try await service.cancel(id)
    orders.update(order, at: "orders")
    bus.post(OrderCancelled(order: id.parameterText))
    return order
  }

  /// Returns the matching orders that are known, and requests others for the next Tab.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    orders.candidates(for: query, from: source()) {
      $1.offer($0.id.parameterText, "\($0.status.rawValue), \($0.customer)")
    }
  }
}
