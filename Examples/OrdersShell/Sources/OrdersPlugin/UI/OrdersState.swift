import Observation
import OrdersEvents
import SeashellKit

/// The orders that were listed last, and what the commands do with orders.
@Observable @MainActor
final class OrdersState {
  /// The page size unless the user chooses one; nil leaves it to the server.
  let pageSize: Int?

  /// The page that was listed last, for completion.
  private(set) var listed: [Order] = []

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
  }

  /// Lists a page, or all pages, and returns how much of the list that was.
  func list(
    _ listing: OrderListing, all: Bool, _ body: (Order) throws -> Void
  ) async throws -> ListPosition {
    let first = try await service.orders(listing)
    let before = ((listing.page ?? 1) - 1) * (listing.perPage ?? 0)
    var position = ListPosition(reached: before, hasMore: false)
    func take(_ page: APIPage<Order>) throws {
      listed = page.elements
      position.reached += page.elements.count
      position.total = page.total
      position.hasMore = page.next != nil
      try page.elements.forEach(body)
    }
    guard all else {
      try take(first)
      return position
    }
    try await first.forEachPage(
      of: "orders", following: { [service] in try await service.orders(following: $0) }, take)
    return position
  }

  func order(_ id: OrderID) async throws -> Order {
    try await service.order(id)
  }

  /// Cancels an order, and tells the other modules.
  func cancel(_ id: OrderID) async throws -> Order {
    let order = try await service.cancel(id)
    if let index = listed.firstIndex(where: { $0.id == id }) { listed[index] = order }
    bus.post(OrderCancelled(order: id.parameterText))
    return order
  }

  /// Returns the listed orders that match; if none was listed, it fetches some for the next Tab.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    if listed.isEmpty {
      fetch.start(for: query) { [weak self, service] in
        let page = try await service.orders(OrderListing(perPage: 100))
        if !Task.isCancelled { self?.listed = page.elements }
      }
    }
    var matches = CompletionMatches(query)
    for order in listed {
      matches.offer(order.id.parameterText, "\(order.status.rawValue), \(order.customer)")
    }
    return matches.candidates
  }

  /// Drops the list if it may be out of date; an event without a resource is about everything.
  func handle(_ event: DataInvalidated) {
    if event.resource ?? "orders" == "orders" { forget() }
  }

  func forget() {
    fetch.cancel()
    listed = []
  }
}
