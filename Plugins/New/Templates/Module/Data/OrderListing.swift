import SeashellKit

/// Which orders to list; it declares the resource.
struct OrderListing: Listing {
  let noun = Noun("order", "orders")

  let path: APIPath = "orders"

  func map(_ dto: OrderDTO) throws -> Order { try OrderMapper.map(from: dto) }

  func name(of order: Order) -> String { order.name }
}
