import SeashellKit

struct ShowOrder: Command {
  let state: OrdersState
  let id = Argument<OrderID>("ORDER", "the order's id")

  var specification: CommandSpecification {
    CommandSpecification(
      "show", abstract: "Show an order with its items",
      examples: [.init("orders show o-17", "shows the order o-17")],
      parameters: [id], changesData: false, offline: .reads, columns: OrderView.columns)
  }

  func run(_ invocation: Invocation) async throws {
    try invocation.output.record(await state.order(invocation[id]), as: OrderView.self)
  }
}
