import SeashellKit

/// The command `show`.
enum ShowOrder {
  @MainActor
  static func command(_ list: ResourceState<OrderListing>) -> some Command {
    ShowCommand(
      list, Argument<String>("ID", "which one", completion: "orders.id"), as: OrdersView(),
      abstract: "Show one of the orders", examples: [.init("orders show o-1", "shows o-1")]
    ) { _ in OrderListing() }
  }
}
