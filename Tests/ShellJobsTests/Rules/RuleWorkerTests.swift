@testable import ShellJobs
import ShellTestSupport
@testable import ShellRuntime
import CoreEvents
import CoreJSON
@testable import SeashellTesting
import ShellCommands
import ShellOutput
import TestSupport
import Testing

/// Scripts that wait for events, and changes by other users meanwhile.
@MainActor
@Suite struct RuleWorkerTests {
  @Test func `On SIGTERM the current run of a rule is finished, and no other starts`() async throws
  {
    let bench = try await RuleBench("on a.b do sleep 1 && print $event.x")
    bench.post("a.b", ["x": 1])
    bench.post("a.b", ["x": 2])
    await bench.test.clock.sleepers(1)
    bench.test.shell.terminate()
    for _ in 0..<10 { await Task.yield() }
    #expect(bench.jobs.map(\.isRunning) == [true])
    bench.test.clock.advance(by: .seconds(1))
    #expect(await bench.end() == .init(0, "1\n"))
  }

  @Test func `Ctrl-C cancels the current run of a rule`() async throws {
    let bench = try await RuleBench("on a.b do sleep 1 && print $event.x")
    bench.post("a.b", ["x": 1])
    await bench.test.clock.sleepers(1)
    bench.test.interrupts.raise()
    let outcome = await bench.end()
    #expect(outcome?.status == 130)
    #expect(outcome?.output == "")
    #expect(bench.jobs.map(\.status) == [.cancelled])
  }

  @Test func `A script without wait ends its rules`() async throws {
    let test = TestShell()
    #expect(await test.run("on a.b do print $event.x\nprint end") == .init(0, "end\n"))
    #expect(test.background.rules.all.isEmpty)
    #expect(!test.bus.hasSubscribers(for: CommandFinished.self))
  }

  @Test func `Commands are measured only if a rule needs that event`() async throws {
    let bench = try await RuleBench("on a.b do print x")
    #expect(!bench.test.bus.hasSubscribers(for: CommandFinished.self))
    #expect(await bench.terminate()?.status == 0)
  }

  @Test func `At a prompt a quiet rule's success is silent, and its failure a notice`() async throws
  {
    let test = TestShell()
    let console = RecordingConsole()
    let outcome = await test.type(
      .line("on a.b where x = 1 --quiet do print held"),
      .line("on a.b where x = 2 --quiet do shop show 100"),
      .line("events post a.b x=1; events post a.b x=2; sleep 0"), .line("wait"),
      .line("jobs | count; jobs show 1; off 1; on | count"), console: console)
    #expect(outcome.output == "2\nheld\n1\n", "\(outcome)")
    #expect(console.notices.count == 1)
    #expect(console.notices.first?.hasPrefix("job 2 of rule 2 failed (3): ") == true)
    #expect(
      outcome.errors == """
        rule 1; 'off 1' removes it
        no known event fits 'a.b'
        rule 2; 'off 2' removes it
        no known event fits 'a.b'

        """)
  }

  @Test func `The runs of rules are listed below the other jobs`() async throws {
    let outcome = await TestShell().type(
      .line("on a.b --quiet do print x"), .line("events post a.b; sleep 0"),
      .line("print y & wait"), .line("jobs | get job"))
    #expect(outcome.output == "2\n1\n", "\(outcome)")
  }

  @Test func `At a prompt the lines that a rule prints are notices`() async throws {
    let test = TestShell()
    let console = RecordingConsole()
    let outcome = await test.type(
      .line("on a.b where x = 1 do { print one\nprint '' \nprint two }"),
      .line("on a.b where x = 2 do shop show 100"),
      .line("events post a.b x=1; sleep 0; events post a.b x=2; sleep 0"),
      .line("jobs show 1"), console: console)
    #expect(outcome.output == "one\n\ntwo\n", "\(outcome)")
    #expect(console.notices.prefix(3) == ["one", "", "two"])
    #expect(console.notices.dropFirst(3).first?.hasPrefix("there is no thing 100") == true)
    #expect(console.notices.last == "job 2 of rule 2 failed (3)")
  }

  @Test func `A stopped rule stays listed with the reason, and can be started again`() async throws
  {
    let test = TestShell()
    let console = RecordingConsole()
    // Each turn lets a rule begin or end a run.
    let turns = String(repeating: "; sleep 0", count: 20)
    let posts = (100...104).map { "events post a.b x=\($0)\(turns)" }.joined(separator: "; ")
    let outcome = await test.type(
      .line("on a.b --quiet do shop show $event.x"), .line(posts),
      .line("on | select stopped failures waiting; on --restart 2"),
      .line("on --restart 1; on --restart 1; on | select stopped failures"),
      .line("events post a.b x=1\(turns); jobs | last 1 | get status; off 1; on | count"),
      console: console)
    let stop = console.notices.last ?? ""
    #expect(stop.hasPrefix("rule 1 stopped: it failed five times in a row; the last: "))
    #expect(stop.hasSuffix("; 'on --restart 1' starts it again"))
    let reason = stop.dropFirst("rule 1 stopped: ".count).split(separator: ";").prefix(2)
      .joined(separator: ";")
    #expect(outcome.output == "\(reason)\t5\t0\n\t0\ndone\n0\n", "\(outcome)")
    #expect(outcome.errors.contains("there is no rule 2; on lists the rules"))
    #expect(outcome.errors.contains("rule 1 is running"))
  }

  /// A source of changes that records when it starts and stops.
  @MainActor final class Source {
    var acts: [String] = []
    var durable: DurableFollowing?

    func follow(_ durable: DurableFollowing?) -> @MainActor () -> Void {
      acts.append(durable.map { "begin \($0.name)" } ?? "begin")
      self.durable = durable
      return { [self] in
        acts.append("stop")
        self.durable = nil
      }
    }
  }

  /// A script that has run for some time lets others run between two lines, and so may begin with its first rule alone.
  @Test(arguments: [
    ("on a.b do print x", [["begin", "stop"]]),
    ("on a.b do print x\nsleep 0\non c.d do print x", [["begin", "stop"]]),
    (
      "on a.b do print x\non c.d --durable n do print x",
      [["begin n", "stop"], ["begin", "stop", "begin n", "stop"]]
    ),
    ("on c.d --durable n do print x\nsleep 0\non a.b do print x", [["begin n", "stop"]]),
    (
      "on a.b do print x\nsleep 0\non c.d --durable n do print x",
      [["begin", "stop", "begin n", "stop"]]
    ),
    (
      "on c.d --durable n do print x\noff 1\non a.b do print x",
      [["begin", "stop"], ["begin n", "stop", "begin", "stop"]]
    ),
  ])
  func `A worker follows changes by other users`(
    _ lines: String, _ possible: [[String]]
  ) async throws {
    let test = TestShell()
    let source = Source()
    test.host.followOthers = source.follow
    let run = Task { await test.run(lines + "\nwait") }
    await until { test.interrupts.termination.waiterCount != 0 }
    #expect(source.acts.last != "stop")
    test.shell.terminate()
    #expect(await run.value.status == 0)
    #expect(possible.contains(source.acts), "\(source.acts)")
  }

  @Test func `A durable event is settled when its runs are finished`() async throws {
    let test = TestShell()
    let source = Source()
    test.host.followOthers = source.follow
    let run = Task {
      await test.run(
        """
        on a.b --durable n do sleep 1 && print $event.x && events post c.d
        on c.d --durable n do sleep 1 && print more
        wait
        """)
    }
    await until { source.durable != nil }
    let settle = try #require(source.durable?.settle)
    var reports: [Bool] = []
    settle { reports.append($0) }
    #expect(reports == [false])
    test.bus.post(DynamicEvent(eventName: "a.b", payload: ["x": 1]))
    settle { reports.append($0) }
    for _ in 1...2 {
      await test.clock.sleepers(1)
      #expect(reports == [false])
      test.clock.advance(by: .seconds(1))
    }
    await until { reports.count != 1 }
    #expect(reports == [false, true])
    test.bus.post(DynamicEvent(eventName: "a.b", payload: ["x": 2]))
    test.bus.post(DynamicEvent(eventName: "a.b", payload: ["x": 3]))
    settle { reports.append($0) }
    await test.clock.sleepers(1)
    test.shell.terminate()
    test.clock.advance(by: .seconds(1))
    #expect(await run.value == .init(0, "1\nmore\n2\n"))
    // The third event was not handled, so its position must not be saved.
    #expect(reports == [false, true])
  }

  @Test func `A rule stopped by failures has settled its last event`() async throws {
    let test = TestShell()
    let source = Source()
    test.host.followOthers = source.follow
    let run = Task { await test.run("on a.b --durable n do shop show 100\nwait") }
    await until { source.durable != nil }
    let settle = try #require(source.durable?.settle)
    var acts: [[String]] = []
    for _ in 1...5 {
      test.bus.post(DynamicEvent(eventName: "a.b", payload: .null))
      let count = acts.count
      settle { _ in acts.append(source.acts) }
      await until { acts.count != count }
    }
    #expect(acts.allSatisfy { $0 == ["begin n"] })
    #expect(await run.value.status == 3)
    #expect(source.acts == ["begin n", "stop"])
  }

  @Test func `A source of changes that cannot continue ends the wait with its error`() async throws
  {
    let test = TestShell()
    let source = Source()
    test.host.followOthers = source.follow
    let run = Task { await test.run("on a.b --durable n do print x\nwait\nprint no") }
    await until { source.durable != nil }
    source.durable?.fail(ShellError(.failed, "the disk is full"))
    let result = await run.value
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("the disk is full"))
    #expect(source.acts == ["begin n", "stop"])
  }

  @Test func `A saved position that cannot be used is an error of wait`() async throws {
    let test = TestShell()
    test.host.followOthers = { _ in throw ShellError(.failed, "it is taken") }
    let result = await test.run("on a.b --durable n do print x\nwait")
    #expect(result.status == 1)
    #expect(result.errors.contains("it is taken"))
  }
}
