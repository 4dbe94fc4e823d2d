import SeashellKit

struct RetryWrite: Command {
  let state: QueueState
  let write = Argument.write
  let overwrites = Flag("overwrite", "replace what others have changed meanwhile")
  var specification: CommandSpecification {
    CommandSpecification(
      "retry",
      abstract: "Send a write now, also one that is held",
      discussion: """
        A write that may have been applied already is sent once more: look first whether it was. \
        Without --overwrite, a write whose values were changed by others meanwhile is held again. The \
        exit status is 5 if the service is not reached, 4 if the write waits for a sign-in, and 6 if \
        it is held again.
        """,
      examples: [.init("queue retry q-1", "sends q-1")],
      parameters: [write, overwrites])
  }

  func run(_ invocation: Invocation) async throws {
    let overwrites = invocation[overwrites]
    let write = try await state.write(invocation[write])
    if write.state == .held || overwrites {
      try await state.release(write, overwriting: overwrites)
    }
    let results = QueueRun(invocation)
    try await state.send(.only(write.number), whenBusy: results.reportBusy) { results.note($0) }
    if results.sent > 0 { return }
    if !results.held.isEmpty {
      let isInDoubt = results.held.contains(where: \.isInDoubt)
      throw ShellError(
        .invalid, "\(write.id) \(isInDoubt ? "is held" : "was not accepted")",
        hint: "'queue show \(write.id)' says more")
    }
    // A write that was not tried waits for an earlier one.
    let tried = results.postponed.filter { $0.tries > write.tries }
    throw ShellError.notSent(tried, waiting: 1, signInHint: state.signInHint)
      ?? ShellError(
        .failed, "\(write.id) was not sent: an earlier write must be sent first",
        hint: "'queue list' shows them")
  }
}
