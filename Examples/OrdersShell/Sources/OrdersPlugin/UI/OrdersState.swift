import Observation
import OrdersEvents
import SeashellKit

/// The orders that were listed last, and what the commands do with orders.
@Observable @MainActor
final class OrdersState {
  /// The page size unless the user chooses one; nil leaves it to the server.
  let pageSize: Int?

  /// What was listed last, for the notice below a list and for completion.
  let listed: PagedList<Order>

  private let service: any OrdersServiceProtocol
  private let bus: EventBus
  private let fetch: CompletionFetch

  init(
    service: any OrdersServiceProtocol, pageSize: Int?, bus: EventBus, fetch: CompletionFetch
  ) {
    self.service = service
    self.pageSize = pageSize
    self.bus = bus
    self.fetch = fetch
    listed = PagedList(of: "orders") { try await service.orders(following: $0) }
  }

  /// Lists a page, or all pages.
  func list(
    _ listing: OrderListing, _ pages: PageSelection, _ body: (Order) throws -> Void
  ) async throws {
    try await listed.list(pages, from: { try await service.orders(listing) }, body)
  }

  func order(_ id: OrderID) async throws -> Order {
    try await service.order(id)
  }

  /// Cancels an order, and tells the other modules.
  func cancel(_ id: OrderID) async throws -> Order {
    let order = try await service.cancel(id)
    listed.replace(order) { $0.id == id }
    bus.post(OrderCancelled(order: id.parameterText))
    return order
  }

  /// Returns the listed orders that match; if none was listed, it fetches some for the next Tab.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    if listed.elements.isEmpty {
      fetch.start(for: query) { [listed, service] in
        let page = try await service.orders(OrderListing(perPage: 100))
        guard !Task.isCancelled else { return }
        try await listed.list(PageSelection(), from: { page }, { _ in })
      }
    }
    var matches = CompletionMatches(query)
    for order in listed.elements {
      matches.offer(order.id.parameterText, "\(order.status.rawValue), \(order.customer)")
    }
    return matches.candidates
  }

  /// Drops the list if it may be out of date.
  func handle(_ event: DataInvalidated) {
    if event.concerns("orders") { forget() }
  }

  func forget() {
    fetch.cancel()
    listed.drop()
  }
}
