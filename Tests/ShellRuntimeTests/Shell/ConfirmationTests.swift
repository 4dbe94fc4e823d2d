@testable import SeashellTesting
import ShellTestSupport
import ShellCommands
import ShellOutput
import Testing

@testable import ShellRuntime

@Suite @MainActor struct ConfirmationTests {
  /// A command that deletes after asking for confirmation.
  struct Delete: Command {
    let id = Argument<String>("ID", "what to delete")
    var specification: CommandSpecification {
      CommandSpecification(
        "delete", abstract: "Delete a thing", parameters: [id]
      ).confirming("Delete {ID}?")
    }

    func run(_ invocation: Invocation) async throws {
      try invocation.output.text("deleted \(invocation[id])")
    }
  }

  /// A command that reads a parameter missing from its specification.
  struct Forgetful: Command {
    let id = Argument<String>("ID", "what")
    let reason = Option<String>("reason", "why")
    var specification: CommandSpecification {
      CommandSpecification("forget", abstract: "Forget", parameters: [id])
    }

    func run(_ invocation: Invocation) async throws {}
  }

  @Test(
    "the user's answer decides a confirmation, and --yes skips it",
    arguments: [
      (["yes"], "things delete a", 0, "deleted a\n", ["Delete a?"]),
      (["no"], "things delete a", 1, "", ["Delete a?"]),
      ([], "things delete a --yes", 0, "deleted a\n", []),
      ([], "things delete a", 2, "", []),
    ] as [([String], String, Int32, String, [String])])
  func answers(
    answers: [String], line: String, status: Int32, output: String, questions: [String]
  ) async throws {
    let harness = try ShellHarness(
      StubTransport(json: "[]"), console: RecordingConsole(answers: answers))
    try harness.load(SampleModule("things", commands: [Delete()]))
    let outcome = await harness.run(line)
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.output == output)
    #expect(harness.console.questions == questions)
    if status == 1 { #expect(outcome.errors.contains("nothing was changed")) }
    if status == 2 { #expect(outcome.errors.contains("pass --yes")) }
  }

  /// A command that sends a request, and asks first if that changes production.
  struct Send: Command {
    let path = Argument<String>("PATH", "where to")
    var specification: CommandSpecification {
      CommandSpecification(
        "send", abstract: "Send a thing", parameters: [path]
      ).confirming("Send {PATH}?", onlyInProduction: true)
    }

    func run(_ invocation: Invocation) async throws {
      try invocation.output.text("sent \(invocation[path])")
    }
  }

  @Test(
    "a confirmation names a production environment, and may be asked only there",
    arguments: [
      (true, "things delete a", ["Production environment 'live': Delete a?"]),
      (true, "things delete a --yes", []),
      (true, "things send a", ["Production environment 'live': Send a?"]),
      (true, "things send a --yes", []),
      (false, "things delete a", ["Delete a?"]),
      (false, "things send a", []),
      (false, "things send a --yes", []),
    ] as [(Bool, String, [String])])
  func production(isProduction: Bool, line: String, questions: [String]) async throws {
    let console = RecordingConsole(answers: ["yes"])
    let test = TestShell(console: console)
    (test.environments.environmentName, test.environments.isProduction) = ("live", isProduction)
    try test.shell.modules.load(SampleModule("things", commands: [Delete(), Send()]))
    _ = await test.run(line)
    #expect(console.questions == questions)
  }

  @Test func `a script must pass --yes for a confirmation that is asked only in production`()
    async throws
  {
    let test = TestShell()
    (test.environments.environmentName, test.environments.isProduction) = ("live", true)
    try test.shell.modules.load(SampleModule("things", commands: [Send()]))
    let refused = await test.run("things send a")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.errors.contains("pass --yes"))
    #expect(await test.run("things send a --yes").output == "sent a\n")
    #expect(await test.run("help things send").output.contains("In a production environment it"))
  }

  @Test func `a parameter that the specification does not list is found at loading`() throws {
    let harness = try ShellHarness(StubTransport(json: "[]"))
    let error = #expect(throws: ShellError.self) {
      try harness.load(SampleModule("things", commands: [Forgetful()]))
    }
    #expect(
      error?.message
        == "the module 'things', command 'forget': 'reason' is declared, but is not in the "
        + "specification's parameters")
  }
}
