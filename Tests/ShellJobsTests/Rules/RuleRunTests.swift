import ShellTestSupport
@testable import ShellJobs
@testable import ShellRuntime
import CoreEvents
import CoreJSON
import SeashellTesting
import ShellCommands
import TestSupport
import Testing

/// When rules run, and which values they see.
@MainActor
@Suite struct RuleRunTests {
  @Test func `A rule runs for each event of its name, in order`() async throws {
    let bench = try await RuleBench("on a.* do print $event.name $event.x")
    bench.post("a.one", ["x": 1])
    bench.post("b.one", ["x": 2])
    bench.post("a.two", ["x": ["y": 3]])
    await bench.settle()
    #expect(await bench.terminate() == .init(0, "a.one 1\na.two {\"y\":3}\n"))
  }

  @Test(
    "A rule's condition reads the event, and a missing field is empty",
    arguments: [
      ("x = 1", "1"), ("x > 1", "2 3"), ("name = a.b and x < 3", "1 2"), ("y.z = deep", "3"),
      ("y is empty", "1 2"), ("nothing = 1", ""), ("nothing != 1", "1 2 3"), ("y.l[0] = 7", "3"),
      ("x in (1, 3)", "1 3"), ("time > 2020-01-01", "1 2 3"), ("name ~ 'A.B'", "1 2 3"),
    ])
  func conditions(condition: String, runs: String) async throws {
    let bench = try await RuleBench("on a.b where \(condition) do print $event.x")
    bench.post("a.b", ["x": 1])
    bench.post("a.b", ["x": 2])
    bench.post("a.b", ["x": 3, "y": ["z": "deep", "l": [7]]])
    await bench.settle()
    let outcome = await bench.terminate()
    #expect(outcome?.output.split(separator: "\n").joined(separator: " ") == runs)
    #expect(outcome?.errors == "")
  }

  @Test func `An event is a record, whatever its content is`() async throws {
    let bench = try await RuleBench(
      "on a.* do print $event.name '|' ${event.payload:-none} '|' ${event.x:-none}")
    bench.test.bus.post(DynamicEvent(eventName: "a.list", payload: [1, 2]))
    bench.test.bus.post(DynamicEvent(eventName: "a.null"))
    bench.post("a.own", ["x": 5, "name": "no"])
    await bench.settle()
    #expect(
      await bench.terminate()?.output
        == "a.list | [1,2] | none\na.null | none | none\na.own | none | 5\n")
  }

  private struct Added: RecordEvent {
    static let name = "a.added"
    let id: String
    private(set) var record = AttachedRecord()

    private enum CodingKeys: CodingKey { case id }
  }

  @Test func `The record of an event is a field for rules alone`() async throws {
    let bench = try await RuleBench(
      "on a.added where record.rating > 2 do print $event.id $event.record.rating")
    let bus = bench.test.bus
    bus.post(Added(id: "r-1", record: AttachedRecord { ["rating": 2] }))
    bus.post(Added(id: "r-2", record: AttachedRecord { ["rating": 3] }))
    bus.post(Added(id: "r-3"))
    await bench.settle()
    #expect(bench.test.shell.events.entries.allSatisfy { "\($0)".contains("rating") == false })
    #expect(await bench.terminate() == .init(0, "r-2 3\n"))
  }

  @Test func `A rule has the variables of its start, and keeps those that its runs set`()
    async throws
  {
    let bench = try await RuleBench(
      "let n = 0", "let who = Ada",
      "on a.b do print $who $n $event.x && let n = $event.x", "let who = Bea")
    bench.post("a.b", ["x": 7])
    bench.post("a.b", ["x": 8])
    await bench.settle()
    #expect(bench.test.shell.variables.summaries["n"] == "0")
    #expect(await bench.terminate()?.output == "Ada 0 7\nAda 7 8\n")
  }

  @Test func `A rule's command has its own path and pipeline`() async throws {
    let bench = try await RuleBench(
      "on a.b do print $event.x | tr a b; on a.b do ! printf '%s\\n' $event.x")
    bench.post("a.b", ["x": "aha"])
    await bench.settle()
    let lines = await bench.terminate()?.output.split(separator: "\n").sorted()
    #expect(lines == ["aha", "bhb"])
  }

  @Test func `A rule with --once runs once`() async throws {
    let bench = try await RuleBench("on a.b --once do print $event.x")
    bench.post("a.b", ["x": 1])
    bench.post("a.b", ["x": 2])
    #expect(await bench.end() == .init(0, "1\nnever\n"))
  }

  @Test func `With --debounce a run waits until events stop, and gets the last one`() async throws {
    let bench = try await RuleBench("on a.b --debounce 100 do print $event.x")
    let clock = bench.test.clock
    bench.post("a.b", ["x": 1])
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(99))
    bench.post("a.b", ["x": 2])
    bench.post("a.b", ["x": 3])
    await until { bench.rules[0].inbox.pendingCount == 1 }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(99))
    #expect(bench.rules[0].runCount == 0)
    clock.advance(by: .milliseconds(1))
    await bench.settle()
    #expect(bench.rules[0].runCount == 1)
    #expect(await bench.terminate() == .init(0, "3\n"))
  }

  @Test func `A rule never starts itself again, not even through another one`() async throws {
    let bench = try await RuleBench(
      "on a.b do print one && events post a.b && events post c.d",
      "on c.d do print two && events post a.b && events post e.f",
      "on e.f do print three",
      "on shell.job.finished do print finished && sleep 0",
      "on shell.command.finished where command = print do print command")
    bench.post("a.b")
    await bench.settle()
    await bench.settle()
    let lines = await bench.terminate()?.output.split(separator: "\n") ?? []
    #expect(lines.count { $0 == "one" } == 1)
    #expect(lines.count { $0 == "two" } == 1)
    #expect(lines.count { $0 == "three" } == 1)
    #expect(lines.count { $0 == "finished" } < 12 && lines.count { $0 == "finished" } > 2)
    #expect(lines.count { $0 == "command" } < 20)
  }

  @Test func `Five failures in a row stop a rule, and the worker fails with the last one`()
    async throws
  {
    let bench = try await RuleBench("on a.b where x > 0 do shop show $event.x")
    for number in [100, 101, 5, 102, 103, 104, 105, 106, 107] {
      bench.post("a.b", ["x": .integer(number)])
    }
    let outcome = await bench.end()
    #expect(outcome?.status == 3)
    #expect(
      outcome?.errors.contains("rule 1 stopped: it failed five times in a row; the last: ") == true,
      "\(outcome?.errors ?? "")")
    #expect(outcome?.errors.contains("106") == true && outcome?.errors.contains("107") == false)
    #expect(bench.jobs.count == 8)
  }

  @Test func `A condition that does not fit an event is a failure of its rule`() async throws {
    let bench = try await RuleBench("on a.b where x > 5 do print $event.x")
    bench.post("a.b", ["x": "text"])
    bench.post("a.b", ["x": 6])
    await bench.settle()
    let outcome = await bench.terminate()
    #expect(outcome?.output == "6\n")
    #expect(outcome?.errors.hasPrefix("rule 1: ") == true, "\(outcome?.errors ?? "")")
  }

  @Test func `The oldest of very many events for a rule are dropped, which is reported once`()
    async throws
  {
    // The run of the first event that was kept removes the rule, so that the others need not run.
    let bench = try await RuleBench("on a.b --once do print $event.x")
    for number in 1...10_010 { bench.post("a.b", ["x": .integer(number)]) }
    let outcome = await bench.end()
    #expect(outcome?.output.hasPrefix("11\n") == true)
    #expect(outcome?.errors == "rule 1: dropped 10 events that came too fast\n")
  }
}
