import SeashellKit

struct ListOrders: Command {
  let state: OrdersState
  let status = Option<OrderStatus?>("status", "list only orders with this status")
  let pages: PageOptions

  init(state: OrdersState) {
    self.state = state
    pages = PageOptions(of: "orders", pageSize: state.pageSize)
  }

  var specification: CommandSpecification {
    CommandSpecification(
      "list", abstract: "List orders, newest first",
      examples: [
        .init("orders list", "lists the newest orders"),
        .init("orders list --status open --all -o json", "lists all open orders, as JSON"),
      ],
      parameters: [status, pages], changesData: false, offline: .reads, columns: OrdersView.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let pages = try pages.selection(in: invocation)
    let source = state.source(invocation[status])
    invocation.observe { _ = state.orders.changes["orders"] }
    var position: ListPosition?
    let count = try await invocation.output.list(as: OrdersView.self) { show in
      position = try await state.orders.list(pages, from: source, show)
    }
    invocation.notifyListed(
      count, position, page: pages.page, next: "orders more", empty: "no orders were found")
  }
}
