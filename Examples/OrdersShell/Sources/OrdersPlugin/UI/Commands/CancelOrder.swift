import SeashellKit

struct CancelOrder: Command {
  let state: OrdersState
  let id = Argument<OrderID>("ORDER", "the order's id")

  var specification: CommandSpecification {
    CommandSpecification(
      "cancel", abstract: "Cancel an order",
      examples: [.init("orders cancel o-24 --yes", "cancels the order o-24 without asking")],
      parameters: [id], offline: .writes, columns: OrdersView().columns
    ).confirming("Cancel the order {ORDER}?")
  }

  func run(_ invocation: Invocation) async throws {
    try invocation.output.record(await state.cancel(invocation[id]), as: OrdersView())
  }
}
