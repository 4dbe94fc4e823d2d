import SeashellHosting
import SeashellKit

struct RunQueue: Command {
  let state: QueueState
  let specification = CommandSpecification(
    "run",
    abstract: "Send the writes that wait now",
    discussion: """
      It sends those of the current environment and account. If others have changed what a write \
      changes, it shows both versions at a terminal and asks which one to keep; elsewhere the write is \
      held. The exit status is 0 if all were sent, 5 if the service was not reached, 8 if it is not \
      available, 4 if writes wait for a sign-in, and 6 if some are held. What was not sent stays in the \
      queue, so the command can be repeated, such as by cron. A prompt sends what waits by itself.
      """,
    examples: [.init("queue run", "sends what waits")])

  func run(_ invocation: Invocation) async throws {
    let owner = try await state.owner()
    let run = QueueRun(invocation)
    defer { run.end() }
    var kept: Set<Int> = []
    var writes = try await state.writes()
    if writes.isEmpty, invocation.console.columns != nil {
      invocation.console.notify(QueueNotices.empty)
    }
    while !writes.isEmpty {
      let waiting = writes.count { $0.state == .waiting }
      if waiting > 0 {
        run.begin(waiting)
        try await state.send(.all, whenBusy: run.reportBusy) { run.note($0) }
        writes = try await state.writes()
      }
      guard run.postponed.isEmpty, invocation.console.isInteractive else { break }
      let conflicts = writes.filter {
        $0.state == .held && $0.theirs != nil && !kept.contains($0.number)
      }
      run.end()
      guard try await settle(conflicts, keeping: &kept, invocation.console) else { break }
      writes = try await state.writes()
    }
    try await report(run, writes, owner, invocation.console)
  }

  /// Asks what to do about each conflict; returns whether there is more to send.
  private func settle(
    _ conflicts: [QueuedWrite], keeping kept: inout Set<Int>, _ console: any Console
  ) async throws -> Bool {
    var hasReleased = false
    for write in conflicts {
      switch try await ConflictAnswer.ask(about: write, console) {
      case .send:
        try await state.release(write, overwriting: true)
        hasReleased = true
      case .drop:
        for notice in QueueNotices.dropped(try await state.drop([write.number])) {
          console.notify(notice)
        }
        // Writes of the same resource may have waited for this one.
        hasReleased = true
      case .keep: kept.insert(write.number)
      }
    }
    return hasReleased
  }

  /// - Throws: an error if writes remain, whose reason decides the exit status.
  private func report(
    _ run: QueueRun, _ writes: [QueuedWrite], _ owner: DataOwner, _ console: any Console
  ) async throws {
    let others = try await state.allWrites().filter { $0.owner != owner }
    for notice in QueueNotices.others(others, besides: owner) { console.notify(notice) }
    let waiting = writes.count { $0.state == .waiting }
    if let error = ShellError.notSent(
      run.postponed, waiting: waiting, signInHint: state.signInHint)
    {
      throw error
    }
    if writes.contains(where: { $0.state == .held }) {
      let held = writes.count - waiting
      throw ShellError(
        .invalid, QueueView.count(held, "is held", "are held"), hint: "'queue list' shows why")
    }
    let isHere = { (other: DataOwner) in
      (other.environment, other.address) == (owner.environment, owner.address)
    }
    if owner.account == nil, others.contains(where: { isHere($0.owner) }) {
      throw ShellError(
        .unauthorized, "not signed in on \(owner.environment)", hint: state.signInHint)
    }
  }
}
