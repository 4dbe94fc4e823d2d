import ShellOutput

/// Follows what other users change while there are rules.
///
/// At a prompt the program itself follows them. In a script following begins as soon as the script
/// waits for something, so that the rules of its first lines all exist by then. Durable rules need every
/// event of the server, so for them it begins only at `wait`, or before a prompt's next line.
@MainActor
final class RuleFollowing {
  private unowned let state: ShellState
  private var stop: (@MainActor () -> Void)?
  private var isDurable = false
  /// Those that wait until the durable rules have finished what the last event started.
  private var waiters: [FirstOutcome<Void>] = []

  init(_ state: ShellState) {
    self.state = state
  }

  private var rules: RuleTable { state.rules }

  /// Stops following, or begins soon, as the rules that there are need it.
  func rulesChanged() {
    let isDurableWanted = rules.durableName != nil
    if rules.all.isEmpty || isDurable != isDurableWanted {
      stop?()
      (stop, isDurable) = (nil, isDurableWanted)
    }
    rules.willReadLine = { [unowned self] in if isDurable { begin() } }
    if !rules.all.isEmpty, !isDurableWanted, stop == nil, state.prompt == nil {
      // The shell may be gone by then.
      Task { [weak state] in if state != nil, !isDurable { begin() } }
    }
  }

  /// Begins to follow.
  func begin() {
    guard stop == nil, !rules.all.isEmpty else { return }
    if let name = rules.durableName {
      stop = state.followOthers?(
        DurableFollowing(name: name) { [weak self] in await self?.waitUntilSettled() })
    } else if state.prompt == nil {
      stop = state.followOthers?(nil)
    }
  }

  /// Continues the source of changes if the durable rules have finished what its last event started.
  func settle() {
    guard isSettled else { return }
    for waiter in waiters { waiter.settle(.success(())) }
    waiters = []
  }

  private var isSettled: Bool {
    !rules.all.contains { $0.isDurable && $0.inbox.pendingCount > 0 }
  }

  /// Waits until the durable rules have finished what the last event started, or the task is
  /// cancelled.
  private func waitUntilSettled() async {
    guard !isSettled else { return }
    let waiter = FirstOutcome<Void>()
    waiters.append(waiter)
    try? await waiter.valueUnlessCancelled()
  }
}
