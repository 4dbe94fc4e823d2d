import SeashellKit

/// Presents orders as records.
struct OrdersView: RecordView {
  let columns = [Column("id"), Column("name"), Column("status")]

  func row(_ order: Order) -> [CellValue] {
    [.text(order.id), .text(order.name), .text(order.status)]
  }
}
