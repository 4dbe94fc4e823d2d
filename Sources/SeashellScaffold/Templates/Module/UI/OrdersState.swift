import Observation
import SeashellKit

/// What `list` showed last, and the requests of the commands.
@Observable @MainActor
final class OrdersState {
  /// The result of the last `list`; empty if it is out of date.
  private(set) var listed: [Order] = []

  private let service: any OrdersServiceProtocol

  init(service: any OrdersServiceProtocol) {
    self.service = service
  }

  func list() async throws -> [Order] {
    listed = try await service.list()
    return listed
  }

  func order(_ id: Order.ID) async throws -> Order {
    try await service.order(id)
  }

  func cancel(_ id: Order.ID) async throws -> Order {
    let order = try await service.cancel(id)
    if let index = listed.firstIndex(where: { $0.id == id }) { listed[index] = order }
    return order
  }

  func candidates(for prefix: String) -> [CompletionSource.Candidate] {
    listed.filter { $0.id.hasPrefix(prefix) }.map { .init($0.id) }
  }

  func handle(_ event: DataDeleted) {
    if event.resource == "orders" { listed.removeAll { $0.id == event.id } }
  }

  /// Drops the list if it may be out of date; an event without a resource is about everything.
  func handle(_ event: DataInvalidated) {
    if event.resource ?? "orders" == "orders" { listed = [] }
  }
}
