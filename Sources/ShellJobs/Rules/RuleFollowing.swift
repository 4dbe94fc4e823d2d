import ShellCommands
import ShellOutput
import ShellRuntime

/// Follows changes by other users while there are rules.
///
/// At a prompt the program itself follows changes. In a script, following begins when the script first waits
/// for something, by which time the rules of its first lines exist. Durable rules need every event from the
/// server, so for them following begins only at `wait`, or before a prompt's next line; so it does for shared
/// rules, each of which has a stream of its own.
@MainActor
final class RuleFollowing {
  private unowned let shell: Shell
  private var stop: (@MainActor () -> Void)?
  private var isDurable = false
  /// Called when the durable rules have finished everything that the last event started.
  private var report: DurableFollowing.Report?
  /// Whether a durable rule has run since the last report.
  private var hasStarted = false
  /// Writes the place of the last event.
  private var saving: Task<Void, Never>?
  private var shared: [SharedRuns] = []
  /// The tasks that stop the streams of shared rules.
  private var endings: [Task<Void, Never>] = []
  /// Called if the source of changes cannot continue without missing a change, or the stream of a shared rule
  /// cannot continue.
  var whenFailed: @MainActor (ShellError, _ shared: Rule?) -> Void = { _, _ in }

  var targets: RequestTargets?

  private let rules: RuleTable

  init(_ shell: Shell, _ rules: RuleTable) {
    self.shell = shell
    self.rules = rules
  }

  /// Follows the stream of a shared rule from `wait`, or a prompt's next line, until the rule is stopped.
  func add(_ runs: SharedRuns) { shared.append(runs) }

  /// Stops following, or starts soon, depending on the running rules.
  func rulesChanged() {
    endShared { $0.rule.stopReason != nil }
    let isDurableWanted = rules.durableName != nil
    if rules.listening.isEmpty || isDurable != isDurableWanted {
      report = nil
      stop?()
      (stop, isDurable) = (nil, isDurableWanted)
    }
    rules.willReadLine = { [unowned self] in
      for runs in shared {
        do { try runs.begin() } catch { whenFailed(ShellError(error), runs.rule) }
      }
      guard isDurable else { return }
      do { try beginChanges() } catch { whenFailed(ShellError(error), nil) }
    }
    if !rules.listening.isEmpty, !isDurableWanted, stop == nil, shell.scope.prompt == nil {
      // The shell may be gone by then.
      Task { [weak shell] in if shell != nil, !isDurable { try? beginChanges() } }
    }
  }

  /// Throws if the saved position in the source of changes, or the stream of a shared rule, cannot be used.
  func begin() throws {
    try beginChanges()
    for runs in shared { try runs.begin() }
  }

  private func beginChanges() throws {
    guard stop == nil, !rules.listening.isEmpty else { return }
    if let name = rules.durableName {
      stop = try shell.host.followOthers?(
        DurableFollowing(
          name: name, targets: targets ?? shell.host.environments.requestTargets,
          settle: { [weak self] report in
            self?.report = report
            self?.settle()
          },
          fail: { [weak self] in self?.whenFailed($0, nil) }))
    } else if shell.scope.prompt == nil {
      stop = try shell.host.followOthers?(nil)
    }
  }

  /// Takes no more events from the streams of some shared rules; the runs under way go on.
  func endShared(where isOver: (SharedRuns) -> Bool = { _ in true }) {
    let over = shared.filter(isOver)
    shared.removeAll(where: isOver)
    endings += over.compactMap { $0.end() }
  }

  /// Waits until the streams that were ended have the answers to all their events.
  func untilEnded() async {
    while let ending = endings.popLast() { await ending.value }
  }

  func noteStart() { hasStarted = true }

  /// Continues with the source of changes if the durable rules have finished everything that its last event
  /// started.
  func settle() {
    guard isSettled, let report = report.take() else { return }
    let hasStarted = hasStarted
    self.hasStarted = false
    saving = Task.immediate { await report(hasStarted) }
  }

  /// Waits while the place of the last finished event is written.
  func untilSaved() async { await saving?.value }

  private var isSettled: Bool {
    !rules.running.contains { $0.isDurable && $0.inbox.pendingCount > 0 }
  }
}
