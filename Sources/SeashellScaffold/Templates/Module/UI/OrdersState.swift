import Observation
import SeashellKit

/// What `list` showed last, and the requests of the commands.
@Observable @MainActor
final class OrdersState {
  let listed: ModuleList<Order>

  private let service: any OrdersServiceProtocol

  init(service: any OrdersServiceProtocol, clock: any Clock<Duration>) {
    self.service = service
    listed = ModuleList(of: "orders", clock: clock, id: \.id)
  }

  /// How the list is requested.
  var source: PageSource<Order> {
    PageSource("orders") { [service] in
      try await service.list($0)
    } following: { [service] in
      try await service.list(following: $0)
    }
  }

  func order(_ id: Order.ID) async throws -> Order {
    try await service.order(id)
  }

  func cancel(_ id: Order.ID) async throws -> Order {
    let order = try await service.cancel(id)
    listed.update(order, at: "orders")
    return order
  }

  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    listed.candidates(for: query, from: source) { $1.offer($0.id, named: $0.name) }
  }
}
