import SeashellKit

/// Presents orders as records.
enum OrdersView: RecordView {
  static let columns = [Column("id"), Column("name"), Column("status")]

  static func row(_ order: Order) -> [CellValue] {
    [.text(order.id), .text(order.name), .text(order.status)]
  }
}
