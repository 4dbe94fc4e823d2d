import SeashellKit

struct ListWrites: Command {
  let state: QueueState
  let all = Flag("all", "list those of all environments and accounts")
  var specification: CommandSpecification {
    CommandSpecification(
      "list",
      abstract: "List the writes that wait",
      discussion: """
        It lists those of the current environment and account, in the order in which they are sent. A \
        write is waiting until the service has taken it. It is held if the service has refused it, if \
        it may have been applied already, or if what it changes was changed by others: it is then \
        sent only after 'queue retry'.
        """,
      examples: [
        .init("queue list", "lists what waits, and why"),
        .init("queue list --all -o json", "lists those of all accounts too, as JSON"),
      ],
      parameters: [all], changesData: false, columns: AllWritesView().columns)
  }

  func run(_ invocation: Invocation) async throws {
    invocation.observe { _ = state.changes }
    let listsAll = invocation[all]
    let writes = try await listsAll ? state.allWrites() : state.writes()
    if listsAll {
      try await invocation.output.list(as: AllWritesView()) { try await $0(writes) }
    } else {
      try await invocation.output.list(as: QueueView()) { try await $0(writes) }
    }
    guard writes.isEmpty, invocation.console.columns != nil else { return }
    let others = listsAll ? 0 : try await state.allWrites().count
    invocation.console.notify(
      others == 0
        ? QueueNotices.empty
        : "\(QueueNotices.empty) here; 'queue list --all' shows \(others) of other accounts")
  }
}
