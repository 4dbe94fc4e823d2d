@testable import ShellJobs
@testable import ShellRuntime
import CoreEvents
import CoreJSON
@testable import SeashellTesting
import ShellCommands
import ShellOutput
import ShellTestSupport
import TestSupport
import Testing

/// Rules whose events are shared with other workers.
@MainActor
@Suite struct SharedRuleTests {
  private let source = SharedSource()
  private var test: TestShell { source.test }
  private var rules: [Rule] { test.background.rules.all }

  /// Loads a module `stream` with one command.
  private func load(
    _ command: String, _ body: @escaping @MainActor (Invocation) async throws -> Void
  ) throws {
    let specification = CommandSpecification(command, abstract: "Act")
    try test.shell.modules.load(
      SampleModule("stream", commands: [Waiting(specification: specification, body)]))
  }

  @Test func `A run sees its event, and which try it is`() async throws {
    await source.wait(
      after: "on a.* where x > 1 --durable n --shared do "
        + "print $event.name $event.x $event.id $event.message_id $event.tries ($event.time)")
    #expect(await source.give("m-1", ["x": 1]).value == .done)
    let content: JSONObject = ["x": 2, "id": "p-7", "tries": "own", "message_id": "own"]
    #expect(await source.give("m-2", content, tries: 3).value == .done)
    // Events of the bus are not for it.
    test.bus.post(DynamicEvent(eventName: "a.b", payload: ["x": 5]))
    let outcome = await source.terminate()
    #expect(outcome == .init(0, "a.b 2 p-7 m-2 3 2023-11-14T22:13:20Z\n"))
    #expect(source.acts == ["begin n", "stop n", "end n"])
  }

  @Test func `A rule asks for what its options say, at wait`() async throws {
    await source.wait(
      after: "on a.b --durable n --shared do print x",
      "on c.* --durable o --shared --parallel 3 --max-tries 7 --in-order product do print x",
      "on d.e --durable p do print x")
    let (first, second) = (source.followings[0], source.followings[1])
    #expect((first.name, first.parallel, first.maxTries, first.order) == ("n", 1, 5, nil))
    #expect((second.name, second.parallel, second.maxTries, second.order) == ("o", 3, 7, "product"))
    #expect(second.pattern.text == "c.*")
    #expect(await source.terminate()?.status == 0)
    #expect(Set(source.acts.suffix(4)) == ["stop n", "stop o", "end n", "end o"])
  }

  @Test func `Runs at a time have variables of their own, and never exceed their number`()
    async throws
  {
    await source.wait(
      after: "let n = 0",
      "on a.b --durable n --shared --parallel 2 do sleep 1 && let n = ($n + 1) && print $event.x $n"
    )
    let runs = (1...2).map { source.give("m-\($0)", ["x": .integer($0)]) }
    await test.clock.sleepers(2)
    #expect(await source.give("m-3").value == .notBegun)
    test.clock.advance(by: .seconds(1))
    for run in runs { #expect(await run.value == .done) }
    let third = source.give("m-4", ["x": 4])
    await test.clock.sleepers(1)
    test.clock.advance(by: .seconds(1))
    #expect(await third.value == .done)
    let lines = await source.terminate()?.output.split(separator: "\n")
    #expect(lines?.sorted() == ["1 1", "2 1", "4 2"])
  }

  @Test func `Failures are reported with their try, counted, and stop no rule`() async throws {
    await source.wait(
      after: "on a.b where x > 0 --durable n --shared --max-tries 2 do shop show $event.x")
    for number in 1...6 {
      let outcome = await source.give("m-\(number)", ["x": 100], tries: number % 2 + 1).value
      guard case .failed(let status, let reason) = outcome else {
        Issue.record("\(outcome)"); return
      }
      #expect(status.rawValue == 3 && reason == "there is no thing 100")
    }
    #expect(await source.give("m-7", ["x": 1]).value == .done)
    guard case .failed(let status, _) = await source.give("m-8", ["x": "text"]).value else {
      Issue.record("the condition does not fit"); return
    }
    #expect(status == .usage)
    #expect(rules.map(\.failureCount) == [7] && rules.map(\.runCount) == [8])
    #expect(rules[0].stopReason == nil)
    let lines = await source.terminate()?.errors.split(separator: "\n") ?? []
    let reports = lines.filter { $0.hasPrefix("rule 1 ") }
    #expect(
      reports.prefix(2) == [
        "rule 1 (n): try 2 of 2 of a.b m-1 failed: there is no thing 100; "
          + "set aside: 'events failed list' shows it",
        "rule 1 (n): try 1 of 2 of a.b m-2 failed: there is no thing 100; again later",
      ])
    #expect(reports.count == 7)
  }

  @Test func `On SIGTERM the run under way is finished and answered, and no other starts`()
    async throws
  {
    await source.wait(
      after: "on a.b --durable n --shared --parallel 2 do sleep 1 && print $event.x")
    let run = source.give("m-1", ["x": 1])
    await test.clock.sleepers(1)
    test.shell.terminate()
    #expect(await source.give("m-2", ["x": 2]).value == .notBegun)
    await until { source.acts.contains("stop n") }
    #expect(!source.acts.contains("end n"))
    test.clock.advance(by: .seconds(1))
    #expect(await source.end() == .init(0, "1\n"))
    #expect(await run.value == .done)
    #expect(source.acts == ["begin n", "stop n", "end n"])
  }

  @Test func `Ctrl-C gives the event of a cancelled run back`() async throws {
    await source.wait(after: "on a.b --durable n --shared do sleep 1 && print $event.x")
    let run = source.give("m-1", ["x": 1])
    await test.clock.sleepers(1)
    test.interrupts.raise()
    #expect(await run.value == .unfinished)
    #expect(await source.end()?.status == 130)
    #expect(source.acts == ["begin n", "stop n", "end n"])
    #expect(await source.give("m-2").value == .notBegun)
  }

  @Test func `A removed rule finishes its run, and gives all others back`() async throws {
    await source.wait(
      after: "on a.b --durable n --shared --parallel 2 do sleep 1 && print $event.x",
      "on off.now do off 1")
    let run = source.give("m-1", ["x": 1])
    await test.clock.sleepers(1)
    test.bus.post(DynamicEvent(eventName: "off.now"))
    await until { source.acts.contains("stop n") }
    #expect(await source.give("m-2").value == .notBegun)
    test.clock.advance(by: .seconds(1))
    #expect(await run.value == .done)
    #expect(await source.terminate() == .init(0, "1\n"))
  }

  @Test func `A run that the user cancels has failed, and the event comes again later`()
    async throws
  {
    await source.wait(after: "on a.b --durable n --shared do sleep 1", "on off.now do cancel 1")
    let run = source.give("m-1")
    await test.clock.sleepers(1)
    test.bus.post(DynamicEvent(eventName: "off.now"))
    #expect(await run.value == .failed(.interrupted, "it was cancelled"))
    #expect(await source.terminate()?.status == 0)
  }

  /// A sink whose reader is gone.
  private final class ClosedSink: KeepingSink {
    var bytes: [UInt8] { [] }
    func write(_ bytes: UnsafeRawBufferPointer) throws { throw OutputClosed() }
  }

  @Test func `A run whose output has no reader was not carried out`() async throws {
    let source = SharedSource(output: ClosedSink())
    await source.wait(after: "on a.b --durable n --shared do print $event.x && print more")
    let outcome = await source.give("m-1", ["x": 1]).value
    #expect(outcome == .failed(.failure, "the reader of its output is gone"))
    _ = await source.terminate()
  }

  @Test func `What a run causes does not start other rules that have caused it`() async throws {
    await source.wait(
      after: "on a.b --durable n --shared do events post c.d",
      "on c.d do print one && events post a.b")
    #expect(await source.give("m-1").value == .done)
    await until { rules[1].runCount == 1 && rules[1].inbox.pendingCount == 0 }
    #expect(await source.terminate()?.output == "one\n")
    #expect(rules.isEmpty)
  }

  @Test func `The writes of a run have keys that belong to its event`() async throws {
    try load("keys") { invocation in
      let run = WriteKeys.current?.run.split(separator: "\n")
      try invocation.output.text(run.map { "\($0)" } ?? "none")
    }
    await source.wait(
      after: "on a.b --durable n --shared do print 1 | from lines | each --jobs 2 { stream keys }",
      "on c.d do stream keys")
    #expect(await source.give("m-1").value == .done)
    test.bus.post(DynamicEvent(eventName: "c.d"))
    await until { rules[1].runCount == 1 }
    #expect(await source.terminate()?.output == "[\"n\", \"m-1\"]\nnone\n")
  }

  @Test func `An environment without a stream is an error of wait`() async throws {
    let alone = await TestShell().run("on a.b --durable n --shared do print x\nwait")
    #expect(alone.status == 2)
    #expect(
      alone.errors.contains(
        "this environment shares no events; add events: { nats: … } to it in config.json"))
    source.refusal = ShellError(.failed, "the server is gone")
    let refused = await test.run("on a.b --durable n --shared do print x\nwait")
    #expect(refused.status == 1 && refused.errors.contains("the server is gone"))
  }

  @Test func `A stream that cannot continue ends the wait with its error`() async throws {
    await source.wait(after: "on a.b --durable n --shared do print x")
    source.followings[0].fail(ShellError(.unavailable, "the stream was deleted"))
    let outcome = await source.end()
    #expect(outcome?.status == 8 && outcome?.output == "")
    #expect(outcome?.errors.contains("the stream was deleted") == true)
    #expect(source.acts == ["begin n", "stop n", "end n"])
  }

  @Test func `At a prompt a rule begins before the next line, and can be started again`()
    async throws
  {
    let console = RecordingConsole()
    source.refusal = ShellError(.unavailable, "the server is gone", hint: "start it")
    try load("mend") { _ in source.refusal = nil }
    let outcome = await test.type(
      .line("on a.b --durable n --shared do print x"), .line("on | select options stopped"),
      .line("stream mend; on --restart 1"), .line("print next"), console: console)
    #expect(console.notices == ["rule 1 is stopped: the server is gone; start it"])
    #expect(outcome.output == "--durable n --shared\tthe server is gone\nnext\n", "\(outcome)")
    #expect(source.acts == ["begin n", "stop n", "end n"])
  }

  @Test func `At a prompt a failed run is one notice`() async throws {
    let console = RecordingConsole()
    try load("give") { _ in
      #expect(await source.give("m-1").value == .failed(.notFound, "there is no thing 100"))
    }
    let outcome = await test.type(
      .line("on a.b --durable n --shared --quiet do shop show 100"), .line("stream give"),
      console: console)
    #expect(
      console.notices == [
        "rule 1 (n): try 1 of 5 of a.b m-1 failed: there is no thing 100; again later"
      ], "\(outcome)")
  }
}
