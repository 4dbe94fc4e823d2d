import SeashellKit

struct ShowOrder: Command {
  let state: OrdersState
  let id = Argument<String>("ID", "which one", completion: "orders.id")

  var specification: CommandSpecification {
    .init(
      "show", abstract: "Show one of the orders",
      examples: [.init("orders show o-1", "shows o-1")],
      parameters: [id], changesData: false, columns: OrdersView.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let order = try await state.order(invocation[id])
    try invocation.output.record(order, as: OrdersView.self)
  }
}
