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
    invocation.observe { _ = state.listed.changes["orders"] }
    var position: ListPosition?
    let count = try await invocation.output.list(as: OrdersView.self) { show in
      position = try await state.listed.list(pages, from: state.source, show)
    }
    invocation.notifyListed(
      count, position, page: pages.page, next: "orders more", empty: "there are no orders")
  }
}
