import SeashellKit

/// The command `list`.
enum ListOrders {
  @MainActor
  static func command(_ list: ResourceState<OrderListing>) -> some Command {
    ListCommand(
      list, as: OrdersView(), abstract: "List orders",
      examples: [.init("orders list --all", "lists every one")]
    ) { _ in OrderListing() }
  }
}
