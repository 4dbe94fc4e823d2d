import SeashellKit

struct DropWrites: Command {
  let state: QueueState
  let writes = Argument<[WriteName]>("WRITE", "the writes, such as q-3", atLeastOne: true)
  var specification: CommandSpecification {
    CommandSpecification(
      "drop", abstract: "Remove writes from the queue without sending them",
      discussion: """
        Writes that depend on them, such as a change of what they create, are dropped too. A notice \
        says so if a write may have been applied already. A write of another account is refused: sign in \
        as that account first.
        """,
      examples: [.init("queue drop q-2 --yes", "drops q-2 without asking")],
      parameters: [writes]
    ).confirming("Drop {WRITE} without sending?")
  }

  func run(_ invocation: Invocation) async throws {
    let names = invocation[writes]
    let (all, owner) = (try await state.allWrites(), try await state.owner())
    for (index, name) in names.enumerated() {
      let write = all.first { $0.number == name.number }
      try invocation.pointing(at: writes, index: index) {
        guard let write else { throw ShellError.unknownWrite(name) }
        guard write.owner == owner else { throw ShellError.foreignWrite(write) }
      }
    }
    for notice in QueueNotices.dropped(try await state.drop(Set(names.map(\.number)))) {
      invocation.console.notify(notice)
    }
  }
}
