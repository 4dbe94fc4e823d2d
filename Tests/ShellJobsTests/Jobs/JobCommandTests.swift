import CoreLoop
@testable import ShellCommands
import ShellTestSupport
@testable import ShellOutput
@testable import ShellJobs
@testable import ShellRuntime
import CoreEvents
@testable import SeashellTesting
import TestSupport
import Testing

@MainActor
@Suite struct JobCommandTests {
  private typealias Outcome = TestShell.Outcome

  @Test(
    "A script's job writes to the script's outputs, and its status counts at the end",
    arguments: [
      ("print a &", Outcome(0, "a\n")),
      ("print a & wait; print b", Outcome(0, "a\nb\n")),
      ("print a && print b & wait", Outcome(0, "a\nb\n")),
      ("shop list 2 | first 1 & wait; print c", Outcome(0, "1\tthing 1\nc\n")),
      ("let x = 'a'; print $x & wait", Outcome(0, "a\n")),
      ("let x = 'a' && print $x & wait; print ${x:-none}", Outcome(0, "a\nnone\n")),
      ("set output json & wait; shop list 1", Outcome(0, "1\tthing 1\n")),
      ("exit 5 &", Outcome(5)), ("exit 5 & exit 6", Outcome(6)),
      ("print a | cat &", Outcome(0, "a\n")),
      ("! sh -c 'echo a; echo b >&2' & wait", Outcome(0, "a\n", "b\n")),
      ("! printf abc & wait; print d", Outcome(0, "abc\nd\n")),
      ("! cat & wait; print end", Outcome(0, "end\n")),
      ("shop list 2 | each ! echo $it.id & wait", Outcome(0, "1\n2\n")),
      ("print a & wait 1; jobs show 1", Outcome(0, "a\na\n")),
    ] as [(String, TestShell.Outcome)])
  private func scripts(text: String, expected: TestShell.Outcome) async throws {
    let outcome = await TestShell().run(text)
    #expect(outcome == expected)
  }

  @Test func `A job that fails reports it with its statement, and 'wait' fails with its status`()
    async throws
  {
    let test = TestShell()
    let outcome = await test.run("print x; shop show 100 & wait\nprint no")
    #expect(outcome.status == 3)
    #expect(outcome.output == "x\n")
    #expect(
      outcome.errors == """
        job 1: there is no thing 100; shop list shows them
          shop show 100
                    ^^^
        test:1: job 1 failed (3): shop show 100; 'jobs show 1' shows what it printed
          print x; shop show 100 & wait
                                   ^^^^

        """)
  }

  @Test(
    arguments: [
      ("cancel", 3, "no job is running"), ("print a & wait; cancel", 3, "no job is running"),
      ("sleep 60 & cancel; wait 1", 130, "job 1 was cancelled"),
      ("print a & wait; sleep 60 & cancel; wait 2", 130, "job 2 was cancelled"),
      ("sleep 60 & sleep 60 & cancel 1; cancel; wait 2", 130, "job 2 was cancelled"),
      ("cancel & wait", 3, "no job is running"),
    ] as [(String, Int32, String)])
  func `'cancel' without a number cancels the only running job`(
    text: String, status: Int32, error: String
  ) async {
    let outcome = await TestShell().run(text)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(error), "\(outcome.errors)")
  }

  @Test(
    "A script's own failure comes before that of its jobs",
    arguments: [
      ("shop show 100 &", 3), ("shop fail invalid & shop show 100 &", 6),
      ("shop show 100 & shop fail invalid", 6), ("shop show 100 & wait || print a", 0),
      ("shop show 100 & wait 1 || print a", 0), ("exit 9 & wait\nprint no", 9),
    ])
  func status(text: String, expected: Int32) async throws {
    let outcome = await TestShell().run(text)
    #expect(outcome.status == expected)
  }

  @Test func `A job's '$?', '$_' and variables are its own`() async throws {
    let test = TestShell()
    let outcome = await test.type(
      .line("shop list 1; shop show 100 & wait 1"), .line("print $?"), .line("print a & wait"),
      .line("print $? $_[0].id"))
    #expect(outcome.output.hasSuffix("3\n0 1\n"))
  }

  @Test func `A script that ends waits for its jobs, and 'exit' cancels them`() async throws {
    let test = TestShell()
    let run = Task { await test.run("sleep 5 && print a &") }
    await test.clock.sleepers(1)
    test.clock.advance(by: .seconds(5))
    #expect(await run.value == .init(0, "a\n"))
    #expect(await test.run("sleep 5 && print a & exit 4") == .init(4))
    #expect(test.background.jobs.all.map(\.status) == [.done, .cancelled])
  }

  @Test func `Ctrl-C ends a wait, and jobs continue; at a script's end it cancels them`()
    async throws
  {
    let test = TestShell()
    let run = Task {
      await test.type(.line("sleep 5 && print a &"), .line("wait 1"), .line("print $?; wait"))
    }
    await test.clock.sleepers(1)
    await until { test.interrupts.isWaiting }
    test.interrupts.raise()
    await until { test.writtenBytes != 0 }
    await test.clock.sleepers(1)
    test.clock.advance(by: .seconds(5))
    #expect(await run.value.output == "130\n")
    #expect(test.background.jobs.all.map(\.status) == [.done])

    let script = Task { await test.run("sleep 5 &") }
    await test.clock.sleepers(1)
    await until { test.interrupts.isWaiting }
    test.interrupts.raise()
    #expect(await script.value.status == 130)
    #expect(test.background.jobs.all.map(\.status) == [.done, .cancelled])
  }

  @Test func `SIGTERM cancels the jobs that a script waits for, and ends it`() async throws {
    let test = TestShell()
    let run = Task { await test.run("sleep 5 & wait; print no") }
    await until { test.interrupts.termination.waiterCount != 0 }
    await test.clock.sleepers(1)
    test.shell.terminate()
    #expect(await run.value == .init(143))
    #expect(test.background.jobs.all.map(\.status) == [.cancelled])
  }

  @Test func `At a prompt a job's output is held, and its end is a notice`() async throws {
    let test = TestShell(style: OutputStyle(isTerminal: true, columns: 60, colors: .standard))
    let console = RecordingConsole()
    let outcome = await test.type(
      .line("shop list 1 & shop show 100 & wait"), .line("jobs show 1"), .line("jobs show 2"),
      .line("print a & cancel 3; wait"), console: console)
    #expect(
      console.notices == [
        "job 1 finished: shop list 1",
        "job 2 failed (3): there is no thing 100; 'jobs show 2' shows what it printed",
        "job 3 was cancelled: print a",
      ])
    #expect(outcome.output.contains("thing 1"))
    #expect(
      outcome.output.contains("\u{1B}[31mthere is no thing 100; shop list shows them\u{1B}[0m"))
    #expect(outcome.errors.hasPrefix("[1] shop list 1\n[2] shop show 100\n"))
    #expect(outcome.errors.contains("[3] print a\n"))
  }

  @Test func `A job's output has no colours unless it is shown on a terminal`() async throws {
    let folder = try TemporaryFolder()
    let test = TestShell(style: OutputStyle(isTerminal: true, columns: 60, colors: .standard))
    _ = await test.type(
      .line("shop show 100 &"), .line("wait"), .line("jobs show 1 > \(folder.path)/out"))
    let lines = try folder.read("out").split(separator: "\n")
    #expect(lines.first == "there is no thing 100; shop list shows them")
  }

  @Test func `A job's program output is escaped for a terminal`()
    async throws
  {
    let test = TestShell(style: OutputStyle(isTerminal: true, columns: 60))
    let outcome = await test.type(
      .line(#"! printf '\033[31mred\n' & wait"#), .line("jobs show 1"))
    #expect(outcome.output == "\\u{1B}[31mred\n")
  }

  @Test func `Leaving with jobs asks once, and leaving again cancels them`() async throws {
    let test = TestShell()
    let outcome = await test.type(
      .line("sleep 5 &"), .leave, .line("print a"), .line("sleep 5 & exit 3"), .leave)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        [1] sleep 5
        a job is running; leave again to cancel it, or 'wait' for it
        [2] sleep 5
        2 jobs are running; leave again to cancel them, or 'wait' for them

        """)
    #expect(test.background.jobs.all.map(\.status) == [.cancelled, .cancelled])
  }

  @Test func `A job that ignores cancellation is listed as such, and the user can still leave`()
    async throws
  {
    let test = TestShell()
    let never = Waiter<Void, any Error>()
    try test.shell.modules.load(
      SampleModule(
        "stubborn",
        commands: [
          Waiting(specification: .init("stay", abstract: "Stay")) { _ in try? await never.value() }
        ]))
    let outcome = await test.type(
      .line("stubborn stay &"), .line("print a"), .line("cancel 1; jobs"), .leave)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("1\t\tcancelling\t\t"))
    #expect(!outcome.errors.contains("leave again"))
    never.settle()
  }

  @Test(
    "A job cannot ask, and says what to do",
    arguments: [
      ("let x = 'a' &", "a job has its own variables, so 'let' sets nothing here"),
      ("let x = shop list 1 &", "a job has its own variables, so 'let' sets nothing here"),
      ("wait 1 & wait", "job 1 cannot wait for itself to end"),
      ("print a & wait; cancel 1", "job 1 has ended already"),
      ("jobs list 1", "jobs list takes no number; jobs show JOB"),
      ("jobs show", "jobs show needs the number of a job; 'jobs' lists them"),
      ("wait x", "JOB takes a whole number, not 'x'"),
      ("cancel 3", "there is no job '3'; 'STATEMENT &' starts one"),
      ("from json & wait", "'from' has nothing to read"),
    ])
  func errors(text: String, expected: String) async throws {
    let outcome = await TestShell().run(text)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(expected), "\(outcome.errors)")
  }

  @Test func `A job's questions are refused`() async throws {
    let console = JobConsole(
      streams: StandardStreams(output: MemorySink(), errors: MemorySink()))
    #expect(!console.isInteractive)
    await #expect(throws: ShellError(.usage, "a job cannot ask for the x", hint: "pass -x")) {
      try await console.ask(Question("x", alternative: "-x"))
    }
    await #expect(throws: ShellError(.usage, "a job cannot ask 'Delete it?'", hint: "pass --yes")) {
      try await console.confirm("Delete it?")
    }
  }

  @Test func `The end of a job is an event without its words`() async throws {
    let test = TestShell()
    _ = await test.run("exit 3 & wait 1")
    let events = test.shell.events.entries.compactMap { $0.event as? JobFinished }
    #expect(events.map(\.job) == [1] && events.map(\.status) == [3])
  }

  @Test func `An alias works in a typed job, and a job starts jobs`() async throws {
    let folder = try TemporaryFolder()
    let inner = try folder.write("inner", "print a & wait; print b")
    let test = TestShell()
    let outcome = await test.type(
      .line("alias things = 'shop list 1'"), .line("things & source \(inner) & wait"),
      .line("jobs show 1; jobs show 2; jobs show 3"))
    #expect(outcome.output == "1\tthing 1\nb\na\n")
  }
}
