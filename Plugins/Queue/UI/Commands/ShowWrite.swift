import SeashellKit

struct ShowWrite: Command {
  let state: QueueState
  let write = Argument.write
  var specification: CommandSpecification {
    CommandSpecification(
      "show",
      abstract: "Show a write that waits",
      discussion: """
        fields has the values that it writes. If others have changed them meanwhile, base has the \
        values that you saw, and theirs those on the server. If may_have_been_applied is true, it was \
        sent, but it is not known whether the server has carried it out: a notice says where to look.
        """,
      examples: [.init("queue show q-1", "shows what q-1 writes, and why it waits")],
      parameters: [write], changesData: false, columns: WriteView().columns)
  }

  func run(_ invocation: Invocation) async throws {
    invocation.observe { _ = state.changes }
    let write = try await state.write(invocation[write])
    try invocation.output.record(write, as: WriteView())
    if write.state == .held, write.isInDoubt {
      invocation.console.notify(QueueNotices.look(write))
    }
  }
}
