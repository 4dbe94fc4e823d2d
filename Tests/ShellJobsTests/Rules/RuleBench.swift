@testable import ShellJobs
import ShellTestSupport
@testable import ShellRuntime
import CoreEvents
import CoreJSON
import SeashellTesting
import ShellCommands
import ShellOutput
import TestSupport
import Testing

/// A script with rules that waits for events.
@MainActor
final class RuleBench {
  let test: TestShell
  private var script: Task<TestShell.Outcome, Never>?

  /// - Parameter lines: the lines of the script before `wait`.
  init(_ lines: String...) async throws {
    test = TestShell()
    let text = (lines + ["wait", "print never"]).joined(separator: "\n")
    script = Task { await test.run(text) }
    await until { test.interrupts.termination.waiterCount > 0 || hasFailed }
  }

  private var hasFailed: Bool { test.shell.variables.status != .success }

  var rules: [Rule] { test.background.rules.all }
  var jobs: [Job] { test.background.jobs.all }

  func post(_ name: String, _ fields: JSONObject = [:]) {
    test.bus.post(DynamicEvent(eventName: name, payload: .object(fields)))
  }

  /// Waits until no rule has anything to do.
  func settle() async {
    await until { rules.allSatisfy { $0.inbox.pendingCount == 0 } }
  }

  /// Ends the script as SIGTERM does.
  func terminate() async -> TestShell.Outcome? {
    test.shell.terminate()
    return await script?.value
  }

  /// Waits until the script ends by itself.
  func end() async -> TestShell.Outcome? { await script?.value }
}
