import SeashellKit

/// The command `show`.
enum ShowOrder {
  @MainActor
  static func command(_ list: ResourceState<OrderListing>) -> some Command {
    ShowCommand(
      list, Argument<OrderID>("ORDER", "the order's id"), as: OrderView(),
      abstract: "Show an order with its items",
      examples: [.init("orders show o-17", "shows the order o-17")]
    ) { _ in OrderListing() }
  }
}
