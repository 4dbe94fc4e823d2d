import ShellCommands
import ShellOutput
import ShellRuntime

/// Follows changes by other users while there are rules.
///
/// At a prompt the program itself follows changes. In a script, following begins when the script first waits
/// for something, by which time the rules of its first lines exist. Durable rules need every event from the
/// server, so for them following begins only at `wait`, or before a prompt's next line.
@MainActor
final class RuleFollowing {
  private unowned let shell: Shell
  private var stop: (@MainActor () -> Void)?
  private var isDurable = false
  /// Called when the durable rules have finished everything that the last event started.
  private var report: DurableFollowing.Report?
  /// Whether a durable rule has run since the last report.
  private var hasStarted = false
  /// Called if the source of changes cannot continue without missing a change.
  var whenFailed: @MainActor (ShellError) -> Void = { _ in }

  var targets: RequestTargets?

  private let rules: RuleTable

  init(_ shell: Shell, _ rules: RuleTable) {
    self.shell = shell
    self.rules = rules
  }

  /// Stops following, or starts soon, depending on the running rules.
  func rulesChanged() {
    let isDurableWanted = rules.durableName != nil
    if rules.running.isEmpty || isDurable != isDurableWanted {
      report = nil
      stop?()
      (stop, isDurable) = (nil, isDurableWanted)
    }
    rules.willReadLine = { [unowned self] in
      guard isDurable else { return }
      do { try begin() } catch { whenFailed(ShellError(error)) }
    }
    if !rules.running.isEmpty, !isDurableWanted, stop == nil, shell.scope.prompt == nil {
      // The shell may be gone by then.
      Task { [weak shell] in if shell != nil, !isDurable { try? begin() } }
    }
  }

  /// Throws if the saved position in the source of changes cannot be used.
  func begin() throws {
    guard stop == nil, !rules.running.isEmpty else { return }
    if let name = rules.durableName {
      stop = try shell.host.followOthers?(
        DurableFollowing(
          name: name, targets: targets ?? shell.host.environments.targets(),
          settle: { [weak self] report in
            self?.report = report
            self?.settle()
          },
          fail: { [weak self] in self?.whenFailed($0) }))
    } else if shell.scope.prompt == nil {
      stop = try shell.host.followOthers?(nil)
    }
  }

  func noteStart() { hasStarted = true }

  /// Continues with the source of changes if the durable rules have finished everything that its last event
  /// started.
  func settle() {
    guard isSettled, let report = report.take() else { return }
    let hasStarted = hasStarted
    self.hasStarted = false
    report(hasStarted)
  }

  private var isSettled: Bool {
    !rules.running.contains { $0.isDurable && $0.inbox.pendingCount > 0 }
  }
}
