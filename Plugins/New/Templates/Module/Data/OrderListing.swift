import SeashellKit

/// Which orders to list; it declares the resource.
struct OrderListing: Listing {
  static let name = "orders"
  static let one = "order"

  let path: APIPath = "orders"

  func map(_ dto: OrderDTO) throws -> Order { try OrderMapper.map(from: dto) }

  static func offer(_ order: Order, to matches: inout CompletionMatches) {
    matches.offer(order.id, named: order.name)
  }
}
