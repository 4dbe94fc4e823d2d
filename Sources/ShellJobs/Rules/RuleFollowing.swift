import ShellCommands
import ShellOutput
import ShellRuntime

/// Follows what other users change while there are rules.
///
/// At a prompt the program itself follows them. In a script following begins as soon as the script
/// waits for something, so that the rules of its first lines all exist by then. Durable rules need every
/// event of the server, so for them it begins only at `wait`, or before a prompt's next line.
@MainActor
final class RuleFollowing {
  private unowned let shell: Shell
  private var stop: (@MainActor () -> Void)?
  private var isDurable = false
  /// Called when the durable rules have finished what the last event started.
  private var report: DurableFollowing.Report?
  /// Whether a durable rule has run since the last report.
  private var hasStarted = false
  /// Called if the source of changes cannot go on without missing one.
  var whenFailed: @MainActor (ShellError) -> Void = { _ in }

  /// The environment of the durable rules.
  var targets: RequestTargets?

  private let rules: RuleTable

  init(_ shell: Shell, _ rules: RuleTable) {
    self.shell = shell
    self.rules = rules
  }

  /// Stops following, or begins soon, as the rules that there are need it.
  func rulesChanged() {
    let isDurableWanted = rules.durableName != nil
    if rules.all.isEmpty || isDurable != isDurableWanted {
      report = nil
      stop?()
      (stop, isDurable) = (nil, isDurableWanted)
    }
    rules.willReadLine = { [unowned self] in
      guard isDurable else { return }
      do { try begin() } catch { whenFailed(ShellError(error)) }
    }
    if !rules.all.isEmpty, !isDurableWanted, stop == nil, shell.scope.prompt == nil {
      // The shell may be gone by then.
      Task { [weak shell] in if shell != nil, !isDurable { try? begin() } }
    }
  }

  /// Begins to follow.
  ///
  /// - Throws: ``ShellError`` if the place in the source of changes cannot be used.
  func begin() throws {
    guard stop == nil, !rules.all.isEmpty else { return }
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

  /// Notes that a durable rule runs.
  func noteStart() { hasStarted = true }

  /// Continues the source of changes if the durable rules have finished what its last event started.
  func settle() {
    guard isSettled, let report = report.take() else { return }
    let hasStarted = hasStarted
    self.hasStarted = false
    report(hasStarted)
  }

  private var isSettled: Bool {
    !rules.all.contains { $0.isDurable && $0.inbox.pendingCount > 0 }
  }
}
