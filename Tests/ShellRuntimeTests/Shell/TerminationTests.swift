import ShellCommands
import ShellTestSupport
@testable import ShellOutput
import ShellHelp
import ShellJobs
@testable import ShellRuntime
import CoreEvents
import Glibc
@testable import SeashellTesting
import TestSupport
import Testing

/// A command that waits for SIGTERM.
@MainActor
@Suite struct TerminationTests {
  static let module = SampleModule(
    "linger",
    commands: [
      Waiting(specification: .init("linger", abstract: "Wait for SIGTERM")) { invocation in
        try invocation.output.text("waiting")
        try await invocation.untilTerminated()
        try invocation.output.text("done")
      }
    ])

  @Test func `A command that handles SIGTERM finishes, and later commands do not run`() async throws
  {
    let test = TestShell()
    try test.shell.modules.load(Self.module)
    let run = Task { await test.run("linger; print no\nprint no") }
    await until { test.interrupts.termination.waiterCount != 0 }
    test.shell.terminate()
    #expect(await run.value == .init(0, "waiting\ndone\n"))
  }

  @Test func `Ctrl-C cancels a command that waits for SIGTERM`() async throws {
    let test = TestShell()
    try test.shell.modules.load(Self.module)
    let run = Task { await test.run("linger; print no") }
    await until { test.interrupts.termination.waiterCount != 0 }
    test.interrupts.raise()
    let outcome = await run.value
    #expect(outcome.status == 130)
    #expect(outcome.output == "waiting\n")
  }

  @Test func `At a prompt SIGTERM cancels only the command, since the shell handles it`()
    async throws
  {
    let test = TestShell()
    try test.shell.modules.load(Self.module)
    let run = Task { await test.type(.line("linger"), .line("print on")) }
    await until { test.interrupts.termination.waiterCount != 0 }
    #expect(test.interrupts.isAtPrompt)
    test.interrupts.raise()
    #expect(await run.value.output.hasSuffix("waiting\non\n"))
  }

  @Test func `After SIGTERM the process ends with the command's status`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      await Self.waitForSignal { status in exit(status == .success ? 7 : 1) }
    }
  }

  @Test func `A second SIGTERM ends the process at once`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      await Self.waitForSignal { _ in
        kill(getpid(), SIGTERM)
        while true { sleep(1) }
      }
    }
  }

  @Test func `SIGTERM ends the process if no command waits for it`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let termination = Termination(handlesSignal: true)
      let task = Task { try await termination.wait(handlesSignal: true) }
      await until { termination.waiterCount != 0 }
      task.cancel()
      _ = await task.result
      alarm(Patience.seconds)
      kill(getpid(), SIGTERM)
      while true { await Task.yield() }
    }
  }

  @Test func `A SIGTERM that arrives before the command waits is kept for it`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      alarm(Patience.seconds)
      let termination = Termination(handlesSignal: true)
      termination.begin(handlesSignal: true)
      kill(getpid(), SIGTERM)
      let isHeard: Void? = try? await termination.wait(handlesSignal: true)
      termination.end()
      exit(isHeard == nil ? 1 : 7)
    }
  }

  @Test func `SIGTERM ends the process after a body that received none`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let termination = Termination(handlesSignal: true)
      termination.begin(handlesSignal: true)
      let task = Task { try await termination.wait(handlesSignal: true) }
      await until { termination.waiterCount != 0 }
      task.cancel()
      _ = await task.result
      termination.end()
      alarm(Patience.seconds)
      kill(getpid(), SIGTERM)
      while true { await Task.yield() }
    }
  }

  /// Runs the command in a separate process, and asks it to end.
  private static func waitForSignal(_ end: (ShellOutput.ExitStatus) -> Void) async {
    alarm(Patience.seconds)
    let interrupts = Interrupts(handlesSignal: true)
    let bus = EventBus()
    let host = ShellHost(
      identity: ShellIdentity("test", version: "1"), bus: bus, process: StubProcess(),
      environments: StubEnvironments(), help: HelpPages(program: "test"),
      background: BackgroundJobs(bus: bus))
    guard
      let shell = try? Shell(
        host, settings: ShellSettings(),
        streams: StandardStreams(output: MemorySink(), errors: MemorySink()),
        interrupts: interrupts), (try? shell.modules.load(module)) != nil
    else { return }
    let run = Task { await shell.run(text: "linger", named: "test") }
    await until { interrupts.termination.waiterCount != 0 }
    kill(getpid(), SIGTERM)
    end(await run.value)
  }
}
