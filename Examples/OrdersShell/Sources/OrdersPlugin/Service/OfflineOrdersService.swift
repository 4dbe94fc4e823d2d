import SeashellKit

/// Answers from the store when the API cannot be reached.
struct OfflineOrdersService: OrdersServiceProtocol {
  let remote: any OrdersServiceProtocol
  let offline: OfflineFirstService<Order>

  func orders(_ listing: OrderListing) async throws -> APIPage<Order> {
    let pages = PageSelection(page: listing.page, perPage: listing.perPage)
    let query = OfflineQuery<Order>("orders", isFiltered: listing.status != nil) {
      $0.status == listing.status ?? $0.status
    }
    return try await offline.page(query, pages) { [remote] in try await remote.orders(listing) }
  }

  func orders(following next: APIRequest) async throws -> APIPage<Order> {
    try await offline.page(following: next) { [remote] in
      try await remote.orders(following: next)
    }
  }

  func order(_ id: OrderID) async throws -> Order {
    try await offline.record(id.parameterText, of: "orders") { [remote] in
      try await remote.order(id)
    }
  }

  func cancel(_ id: OrderID) async throws -> Order {
    try await offline.write { try await remote.cancel(id) }
  }
}

extension Order: StoredRecord {
  static var storedKind: String { "orders" }
  var storedID: String { id.parameterText }
  var searchText: String { customer }
}
