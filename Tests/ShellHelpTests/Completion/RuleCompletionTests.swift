import ShellTestSupport
@testable import ShellHelp
@testable import ShellRuntime
import CoreEvents
import CoreJSON
import ShellCommands
import Testing

/// Completion of events and rules.
@MainActor
@Suite struct RuleCompletionTests {
  let bench: CompletionBench

  init() throws {
    bench = try CompletionBench()
    bench.test.bus.post(DynamicEvent(eventName: "shop.opened", payload: ["floor": 2]))
    bench.test.bus.post(DynamicEvent(eventName: "shop.closed", payload: ["hour": 8]))
  }

  @Test(
    arguments: [
      ("on shop", ["shop.closed", "shop.opened", "shop.*"]),
      ("events --name shop.o", ["shop.opened"]),
      ("on shop.opened w", ["where"]),
      ("on shop.opened where ", ["floor", "name", "time", "not"]),
      ("on shop.* where h", ["hour"]),
      ("on shop.opened where floor i", ["in", "is"]),
      ("on shop.opened where floor > 1 a", ["and"]), ("on shop.opened where floor > 1 d", ["do"]),
      ("on shop.opened do library s", ["show"]), ("on shop.opened --once do library s", ["show"]),
      ("on shop.opened do print $e", ["event"]), ("on shop.opened do print $event.f", ["floor"]),
      ("on shop.opened do print x | print $event.", ["floor", "name", "time"]),
      ("print $e", []), ("off ", []),
    ] as [(String, [String])])
  func `The next word of a rule is completed`(line: String, labels: [String]) {
    #expect(bench.labels(line) == labels)
  }

  @Test func `events are shown with their fields`() {
    let found = bench.complete("on ").candidates
    #expect(found.first { $0.label == "shop.*" }?.abstract == "2 events")
    #expect(
      found.first { $0.label == "shell.location.changed" }?.abstract == "place, previous")
  }

  @Test func `Completion of a rule continues with condition, options and command`() {
    let found = bench.labels("on shop.opened ")
    #expect(
      Set(["where", "do", "--once", "--debounce", "--durable", "--shared", "--in-order"])
        .isSubset(of: found))
  }
}
