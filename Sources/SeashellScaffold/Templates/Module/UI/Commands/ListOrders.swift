import SeashellKit

struct ListOrders: Command {
  let state: OrdersState
  let pages = PageOptions(of: "orders")

  var specification: CommandSpecification {
    .init(
      "list", abstract: "List orders",
      examples: [.init("orders list --all", "lists every one")],
      parameters: [pages], changesData: false, columns: OrdersView.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let pages = try pages.selection(in: invocation)
    let count = try await invocation.output.list(as: OrdersView.self) {
      try await state.list(pages, $0)
    }
    invocation.notifyListed(
      count, state.listed.position, page: pages.page, empty: "there are no orders")
  }
}
