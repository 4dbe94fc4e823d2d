import SeashellKit

/// Turns the API's orders into the module's own, and validates them.
enum OrderMapper {
  /// - Throws: `RecordError` if the id or the status is not valid.
  static func map(from dto: OrderDTO) throws(RecordError) -> Order {
    guard let id = try? OrderID(parameter: dto.id) else {
      throw .unreadable("'\(dto.id.prefix(40))' is not an order's id")
    }
    guard let status = OrderStatus(rawValue: dto.status) else {
      throw .unreadable("the status of \(dto.id) is '\(dto.status.prefix(40))'")
    }
    return Order(
      id: id, status: status, placedAt: dto.placedAt, customer: dto.customer,
      currency: dto.currency,
      items: dto.items.map { .init(name: $0.name, quantity: $0.quantity, price: $0.price) })
  }
}
