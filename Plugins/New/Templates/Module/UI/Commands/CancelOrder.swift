import SeashellKit

struct CancelOrder: Command {
  let state: OrdersState
  let id = Argument<String>("ID", "which one", completion: "orders.id")

  var specification: CommandSpecification {
    .init(
      "cancel", abstract: "Cancel one of the orders",
      examples: [.init("orders cancel o-1 --yes", "cancels o-1 without asking")],
      parameters: [id], offline: .writes, columns: OrdersView().columns
    ).confirming("Cancel {ID}?")
  }

  func run(_ invocation: Invocation) async throws {
    let order = try await state.cancel(invocation[id])
    try invocation.output.record(order, as: OrdersView())
  }
}
