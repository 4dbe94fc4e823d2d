import ShellTestSupport
import CoreEvents
import SeashellTesting
import Testing

@testable import ShellRuntime
@testable import ShellCommands

/// The command `events`.
@MainActor
@Suite struct EventsCommandTests {
  @Test func `events lists the latest events, but no commands`() async throws {
    let test = TestShell()
    try test.shell.modules.load(SampleModule("wish"))
    let outcome = await test.run("print a > /dev/null; events; events -o csv")
    let pattern =
      /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z\tshell\.module\.loaded\t{"module":"(shop|wish)"}/
    let lines = outcome.output.split(separator: "\n").filter { $0.contains("\t") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.wholeMatch(of: pattern) != nil }, "\(lines)")
    #expect(outcome.output.contains("time,event,details\r\n"))
  }

  @Test func `events have their fields nested in JSON`() async throws {
    let test = TestShell()
    test.bus.post(ModuleLoaded(module: "wish"))
    let output = await test.run("events -o jsonl").output
    #expect(
      output.hasSuffix(#""event":"shell.module.loaded","details":{"module":"wish"}}"# + "\n"),
      "\(output)")
  }

  @Test(arguments: [
    ("events list", "'events list' is not a command; did you mean 'events'?"),
    ("events; events list", "'events list' is not a command; did you mean 'events'?"),
    ("events wacth", "ACTION takes watch, post, relay or failed, not 'wacth'; did you mean watch?"),
    ("events watch --from x", "--from is for 'events relay'"),
    ("events relay --name a.b", "--name is for 'events' and 'events watch'"),
    ("events failed wacth", "'wacth' is not list, show, retry or drop; events failed list"),
    (
      "events failed show",
      "the number of one event is missing; events failed show N; events failed list shows the numbers"
    ),
    ("events failed retry x", "'x' is not the number of an event; events failed list shows them"),
    ("events failed list --all", "--all is for 'events failed retry' and 'events failed drop'"),
    ("events --all", "--all is for 'events failed'"),
    ("events relay x", "'x' is too much; events relay --from FILE"),
    ("events relay --count 1", "--count is for 'events watch'; events | last 10"),
  ])
  func `a wrong action of events gets an error that says what to write`(
    line: String, message: String
  ) async {
    let outcome = await TestShell().run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("test:1: \(message)\n"), "\(outcome.errors)")
  }

  @Test func `events lists a thousand at most`() async throws {
    let test = TestShell()
    for number in 1...1_001 { test.bus.post(ModuleLoaded(module: "m\(number)")) }
    let lines = await test.run("events").output.split(separator: "\n")
    #expect(lines.count == 1_000)
    #expect(lines.first?.hasSuffix(#"{"module":"m2"}"#) == true)
    #expect(lines.last?.hasSuffix(#"{"module":"m1001"}"#) == true)
  }
}
