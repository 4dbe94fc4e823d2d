@testable import ShellCommands
import ShellTestSupport
@testable import ShellOutput
@testable import ShellJobs
@testable import ShellRuntime
import CoreEvents
import FoundationEssentials
import Observation
import SeashellTesting
import TestSupport
import Testing

/// The triggers of a watched statement's runs, without a terminal.
@Suite @MainActor struct WatchTests {
  /// A state that a command shows.
  @Observable @MainActor
  final class Stock {
    var count = 0
    var colour = "red"
  }

  /// The behaviour of the commands.
  @MainActor
  final class Meanwhile {
    var runs = 0
    var failure: ShellError?
    /// When the service became unreachable; nil while it is reachable.
    var lostSince: Date?
  }

  let test: TestShell
  let sink = WaitingSink()
  let stock = Stock()
  let meanwhile = Meanwhile()

  init() throws {
    let test = TestShell(output: sink)
    self.test = test
    let (stock, meanwhile) = (stock, meanwhile)
    // A command that captured the shell would retain it.
    let (bus, clock) = (test.bus, test.clock)
    func shows(_ invocation: Invocation) throws {
      meanwhile.runs += 1
      if let failure = meanwhile.failure { throw failure }
      if let since = meanwhile.lostSince {
        StatementAnswers.current?.stored.add("it is gone", since: since, of: "stock", remark: nil)
      }
      try invocation.output.columns([Column("id"), Column("count")])
      try invocation.output.row([.text("a"), .integer(stock.count)])
    }
    try test.shell.modules.load(
      SampleModule(
        "stock",
        commands: [
          Immediate(specification: .init("list", abstract: "Show the stock")) { invocation in
            invocation.observe { _ = stock.count }
            try shows(invocation)
          },
          Immediate(specification: .init("blind", abstract: "Show it, and name no state")) {
            try shows($0)
          },
          Immediate(specification: .init("write", abstract: "Change it")) { invocation in
            invocation.observe { _ = stock.count }
            stock.count += 1
            bus.post(DynamicEvent(eventName: "api.data.updated"))
            try shows(invocation)
          },
          Waiting(specification: .init("slow", abstract: "Show it as it was a second ago")) {
            invocation in
            invocation.observe { _ = stock.count }
            meanwhile.runs += 1
            let count = stock.count
            try await clock.sleep(for: .seconds(1))
            try invocation.output.text("\(count)")
          },
        ]))
  }

  private func lines() -> [String] {
    String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map {
      // The time is the first member.
      "{" + $0.split(separator: ",", maxSplits: 1)[1]
    }
  }

  /// Starts a statement, and waits for its first run and for the loop to wait.
  private func watch(_ statement: String) async throws -> Task<TestShell.Outcome, Never> {
    let task = Task { await test.run("watch \(statement)") }
    await until { lines().count == 1 && test.shell.interrupts.isWaiting }
    return task
  }

  /// Lets the pause after a change pass.
  private func settle() async {
    await test.clock.sleepers(1)
    test.clock.advance(by: .milliseconds(100))
  }

  private func end(_ task: Task<TestShell.Outcome, Never>) async {
    test.interrupts.raise()
    #expect(await task.value.status == 130)
  }

  @Test func `watch runs again after a change of the shown state, once for several changes`()
    async throws
  {
    let task = try await watch("stock list")
    stock.count = 1
    stock.count = 2
    await settle()
    await until { lines().count == 2 }
    #expect(
      lines() == [#"{"records":[{"id":"a","count":0}]}"#, #"{"records":[{"id":"a","count":2}]}"#])
    #expect(meanwhile.runs == 2)
    await end(task)
  }

  @Test func `watch shows how old stored results are, and reads again when the service is back`()
    async throws
  {
    let task = try await watch("stock list")
    meanwhile.lostSince = Date(timeIntervalSince1970: 0)
    test.bus.post(DynamicEvent(eventName: "api.unconnected"))
    await settle()
    await until { lines().count == 2 && test.shell.interrupts.isWaiting }
    // Neither an error nor the pauses after one.
    test.bus.post(DynamicEvent(eventName: "api.unconnected"))
    meanwhile.lostSince = nil
    test.bus.post(DynamicEvent(eventName: "api.reconnected"))
    await settle()
    await until { lines().count == 3 }
    let records = #""records":[{"id":"a","count":0}]}"#
    #expect(
      lines() == [
        "{" + records, #"{"stale_since":"1970-01-01T00:00:00Z","# + records, "{" + records,
      ])
    await end(task)
  }

  @Test func `watch does not run again after an unrelated change`() async throws {
    let task = try await watch("stock list")
    stock.colour = "blue"
    test.bus.post(DynamicEvent(eventName: "api.data.updated"))
    test.bus.post(DynamicEvent(eventName: "other.thing.happened"))
    // The next run is due to this change alone.
    stock.count = 5
    await settle()
    await until { lines().count == 2 }
    #expect(meanwhile.runs == 2)
    await end(task)
  }

  @Test(arguments: ["api.data.inserted", "api.data.invalidated", "environment.changed"])
  func `without a registered state, watch runs again for each data event`(event: String)
    async throws
  {
    let task = try await watch("stock blind")
    test.bus.post(DynamicEvent(eventName: "other.thing.happened"))
    stock.count = 1
    test.bus.post(DynamicEvent(eventName: event))
    await settle()
    await until { lines().count == 2 }
    #expect(meanwhile.runs == 2)
    await end(task)
  }

  @Test func `a run's own changes do not make watch run again`() async throws {
    let task = try await watch("stock write")
    #expect(meanwhile.runs == 1)
    // Only this change counts.
    stock.count = 7
    await settle()
    await until { meanwhile.runs == 2 }
    for _ in 1...100 { await Task.yield() }
    #expect(meanwhile.runs == 2)
    await end(task)
  }

  @Test func `watch does not miss changes by others during a run`() async throws {
    let task = Task { await test.run("watch stock slow") }
    await test.clock.sleepers(1)
    stock.count = 3
    test.bus.post(DynamicEvent(eventName: "api.data.updated"))
    test.clock.advance(by: .seconds(1))
    await until { lines().count == 1 }
    await settle()
    await test.clock.sleepers(1)
    test.clock.advance(by: .seconds(1))
    await until { lines().count == 2 }
    #expect(lines() == [#"{"text":"0"}"#, #"{"text":"3"}"#])
    #expect(meanwhile.runs == 2)
    await end(task)
  }

  @Test func `watch --every runs at intervals, and writes only differences`() async throws {
    let task = try await watch("--every 5 stock list")
    for _ in 1...3 {
      let runs = meanwhile.runs
      await test.clock.sleepers(1)
      test.clock.advance(by: .seconds(5))
      await until { meanwhile.runs == runs + 1 }
    }
    #expect(lines().count == 1)
    await end(task)
  }

  @Test func `watch tries again after a failure, with growing pauses`() async throws {
    meanwhile.failure = ShellError(.unconnected, "the shop is not reached")
    let task = try await watch("stock list")
    #expect(
      lines() == [
        #"{"error":{"status":5,"code":"unconnected","message":"the shop is not reached"}}"#
      ])
    for pause in [1, 2, 4, 8, 16, 30, 30] {
      let runs = meanwhile.runs
      await test.clock.sleepers(1)
      test.clock.advance(by: .seconds(pause) - .milliseconds(1))
      for _ in 1...20 { await Task.yield() }
      #expect(meanwhile.runs == runs)
      if pause == 30 { meanwhile.failure = nil }
      test.clock.advance(by: .milliseconds(1))
      await until { meanwhile.runs == runs + 1 }
      if meanwhile.failure == nil { break }
    }
    await until { lines().count == 2 }
    #expect(lines()[1] == #"{"records":[{"id":"a","count":0}]}"#)
    await end(task)
  }

  @Test func `watch tries again at once when the service is back`() async throws {
    meanwhile.failure = ShellError(.unconnected, "the shop is not reached")
    let task = try await watch("stock list")
    meanwhile.failure = nil
    test.bus.post(DynamicEvent(eventName: "api.reconnected"))
    // The pause of a second is over, and it waits for other changes.
    await until { test.clock.deadlines.map(\.offset) == [.milliseconds(100)] }
    test.clock.advance(by: .milliseconds(100))
    await until { lines().count == 2 }
    await end(task)
  }

  @Test(arguments: [
    ("print a && print b", #"{"text":"a\nb"}"#),
    ("! printf 'x\\ny\\n'", #"{"text":"x\ny"}"#),
    ("stock list | select count", #"{"records":[{"count":0}]}"#),
    ("stock list -o csv", #"{"records":[{"id":"a","count":0}]}"#),
    ("stock list | to csv", #"{"records":[{"id":"a","count":0}]}"#),
    ("stock list | cat", #"{"text":"a\t0"}"#),
    ("print a && stock list && ! echo b", #"{"records":[{"id":"a","count":0}],"text":"a\nb"}"#),
    ("shop list 0", #"{"records":[]}"#),
    ("shop show 7", #"{"records":[{"id":7,"name":"thing 7"}]}"#),
    ("unset nosuch || print a", #"{"text":"a"}"#),
    ("print a > /dev/null", #"{"text":""}"#),
  ])
  func `watch collects records and text`(statement: String, line: String) async throws {
    let task = try await watch(statement)
    #expect(lines() == [line])
    await end(task)
  }

  @Test(arguments: [
    ("watch nosuch", "'nosuch' is not a command"),
    ("watch --evry 2 stock list", "--evry"), ("watch --every 0 stock list", "--every"),
    ("watch watch stock list", "'watch' cannot run 'watch'"),
    ("watch stock list | where nosuch = 1", "nosuch"), ("watch print $nosuch", "nosuch"),
    ("time watch stock list", "first word"),
  ])
  func `an invalid statement of watch is an error`(text: String, message: String) async throws {
    let outcome = await test.run(text)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message))
  }

  @Test func `SIGTERM ends watch without an error`() async throws {
    let task = try await watch("stock list")
    test.shell.terminate()
    #expect(await task.value.status == 0)
  }

  @Test func `watch runs as a one-shot command`() async throws {
    let task = Task { await test.run(["watch", "print", "a  b"]) }
    await until { lines().count == 1 }
    #expect(lines() == [#"{"text":"a  b"}"#])
    await until { test.shell.interrupts.isWaiting }
    await end(task)
  }

  @Test func `watch sees the shell's variables and does not change them`() async throws {
    let task = Task { await test.run("let x = 1\nwatch let x = 2 && print $x") }
    await until { lines().count == 1 }
    #expect(lines() == [#"{"text":"2"}"#])
    #expect(test.shell.variables.summaries["x"] == "1")
    await until { test.shell.interrupts.isWaiting }
    await end(task)
  }
}
