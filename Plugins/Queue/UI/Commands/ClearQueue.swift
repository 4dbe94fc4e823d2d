import SeashellKit

struct ClearQueue: Command {
  let state: QueueState
  let specification = CommandSpecification(
    "clear",
    abstract: "Remove all writes of the current environment and account without sending them",
    discussion: "A notice says so if a write may have been applied already.",
    examples: [.init("queue clear --yes", "drops them without asking")]
  ).confirming("Drop all writes that wait here without sending?")

  func run(_ invocation: Invocation) async throws {
    let writes = try await state.writes()
    let dropped = writes.isEmpty ? [] : try await state.drop(Set(writes.map(\.number)))
    guard !dropped.isEmpty else { return invocation.console.notify(QueueNotices.empty) }
    for notice in QueueNotices.dropped(dropped) { invocation.console.notify(notice) }
  }
}
