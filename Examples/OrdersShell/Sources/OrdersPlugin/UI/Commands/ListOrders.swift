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
      parameters: [status, pages], changesData: false, columns: OrdersView.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let pages = try pages.selection(in: invocation)
    let listing = OrderListing(
      status: invocation[status], page: pages.page, perPage: pages.perPage)
    let count = try await invocation.output.list(as: OrdersView.self) {
      try await state.list(listing, pages, $0)
    }
    invocation.notifyListed(
      count, state.listed.position, page: pages.page, empty: "no orders were found")
  }
}
