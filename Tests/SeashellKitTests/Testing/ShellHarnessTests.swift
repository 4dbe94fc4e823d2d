import SeashellKit
import SeashellTesting
import Testing

@MainActor
@Suite struct ShellHarnessTests {
  @Test func `each run of a harness has its own status, results and errors`() async throws {
    let harness = try ShellHarness(StubTransport(json: "[]"))
    #expect(await harness.run("print a\nprint b") == (0, "a\nb\n", ""))
    let failing = await harness.run("print c\nnonsense")
    #expect(failing.status == 2 && failing.output == "c\n")
    #expect(failing.errors.hasPrefix("test:2: 'nonsense' is not a command"))
    #expect(await harness.run("let a = 'kept'") == (0, "", ""))
    #expect(await harness.run("print $a") == (0, "kept\n", ""))
  }

  @Test func `modules in a harness share its bus, its client and its user`() async throws {
    let console = RecordingConsole(answers: ["yes"])
    let harness = try ShellHarness(StubTransport(json: "[]"), console: console)
    #expect(harness.context.bus === harness.bus && harness.context.client.events === harness.bus)
    #expect(harness.context.console === console && harness.console === console)
    #expect(harness.context.environments.current.name == "test")
  }
}
