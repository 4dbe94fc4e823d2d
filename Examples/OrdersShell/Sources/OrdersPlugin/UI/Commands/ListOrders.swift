import SeashellKit

/// The command `list`.
enum ListOrders {
  /// - Parameter pageSize: the page size unless the user chooses one; nil leaves it to the server.
  @MainActor
  static func command(_ list: ResourceState<OrderListing>, pageSize: Int?) -> some Command {
    let status = Option<OrderStatus?>("status", "list only orders with this status")
    return ListCommand(
      list, as: OrdersView(), abstract: "List orders, newest first",
      examples: [
        .init("orders list", "lists the newest orders"),
        .init("orders list --status open --all -o json", "lists all open orders, as JSON"),
      ],
      parameters: [status], pageSize: pageSize
    ) { OrderListing(status: $0[status]) }
  }
}
