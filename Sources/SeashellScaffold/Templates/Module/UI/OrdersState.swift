import Observation
import SeashellKit

/// What `list` showed last, and the requests of the commands.
@Observable @MainActor
final class OrdersState {
  let listed: PagedList<Order>

  private let service: any OrdersServiceProtocol

  init(service: any OrdersServiceProtocol) {
    self.service = service
    listed = PagedList(of: "orders") { try await service.list(following: $0) }
  }

  func list(_ pages: PageSelection, _ body: (Order) throws -> Void) async throws {
    try await listed.list(pages, from: { try await service.list(pages) }, body)
  }

  func order(_ id: Order.ID) async throws -> Order {
    try await service.order(id)
  }

  func cancel(_ id: Order.ID) async throws -> Order {
    let order = try await service.cancel(id)
    listed.replace(order) { $0.id == id }
    return order
  }

  func candidates(for prefix: String) -> [CompletionSource.Candidate] {
    listed.elements.filter { $0.id.hasPrefix(prefix) }.map { .init($0.id) }
  }

  func handle(_ event: DataDeleted) {
    listed.removeAll { event.path == "orders/\($0.id)" }
  }

  func handle(_ event: DataInvalidated) {
    if event.concerns("orders") { listed.drop() }
  }
}
