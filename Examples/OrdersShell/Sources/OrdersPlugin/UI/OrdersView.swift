import SeashellKit

/// Presents orders in a list.
struct OrdersView: RecordView {
  let columns = [
    Column("id"), Column("status"), Column("placed_at", hint: .date), Column("customer"),
    Column("total", hint: .money(currency: "currency")), Column("currency"),
  ]

  func row(_ order: Order) -> [CellValue] {
    [
      .text(order.id.parameterText), .text(order.status.rawValue), .date(order.placedAt),
      .text(order.customer), .decimal(order.total), .text(order.currency),
    ]
  }
}

/// Presents one order, with its items.
struct OrderView: RecordView {
  let columns = OrdersView().columns + [Column("items")]

  func row(_ order: Order) -> [CellValue] {
    OrdersView().row(order) + [.list(order.items.map(Self.item))]
  }

  private static func item(_ item: Order.Item) -> CellValue {
    .record([
      .init("name", .text(item.name)), .init("quantity", .integer(item.quantity)),
      .init("price", .decimal(item.price)),
    ])
  }
}
