import SeashellKit

/// Which orders to list, newest first.
struct OrderListing: Listing {
  let noun = Noun("order")

  /// The status; nil for all.
  var status: OrderStatus?

  let path: APIPath = "orders"

  var query: APIQuery { ["status": status?.rawValue] }

  func map(_ dto: OrderDTO) throws -> Order { try OrderMapper.map(from: dto) }

  var isFiltered: Bool { status != nil }

  func includes(_ order: Order) -> Bool { order.status == status ?? order.status }

  func abstract(of order: Order) -> String { "\(order.status.rawValue), \(order.customer)" }
}
