import SeashellKit

struct ListOrders: Command {
  let state: OrdersState

  var specification: CommandSpecification {
    .init("list", abstract: "List all orders", examples: [.init("orders list", "lists them")])
  }

  func run(_ invocation: Invocation) async throws {
    let listed = try await state.list()
    try invocation.output.columns(OrdersView.columns)
    for order in listed { try invocation.output.row(OrdersView.row(order)) }
  }
}
