import CoreEvents
import CoreSystem
import SeashellTesting
@testable import ShellJobs
import ShellCommands
@testable import ShellOutput
@testable import ShellRuntime
import ShellTestSupport
import TestSupport
import Testing

/// Every bound, in everything that runs statements inside others.
@MainActor
@Suite struct BoundTests {
  /// What runs statements inside others.
  enum Derived: String, CaseIterable, CustomTestStringConvertible {
    case block = "if (1 = 1) { S }"
    case loop = "for i in (1, 2) { S }"
    case attempt = "try { fail x } else { S }"
    case time = "time { S }"
    case outcome = "expect { S }"
    case definition = "d"
    case inPipeline = "if (1 = 1) { S } | count"
    case ofDefinition = "d | count"
    case each = "print x | from lines | each { S }"
    case eachJobs = "from lines THREE | each --jobs 2 { S }"
    case eachCall = "print x | from lines | each d"
    case source = "source SCRIPT"
    case job = "if (1 = 1) { S } & wait"
    case test = "test 't' { S }"

    var testDescription: String { "\(self)" }

    /// Whether it has a task and a Ctrl-C of its own.
    var isApart: Bool { self == .job }

    /// A script that runs a statement in it, after some other statements.
    func script(
      _ statement: String, after before: String, in folder: TemporaryFolder
    ) throws -> String {
      let three = try folder.write("three", "1\n2\n3\n")
      let statement = statement.replacing("THREE", with: three)
      return """
        def d { \(statement) }
        \(before)
        \(try text(of: statement, in: folder))
        print behind
        """
    }

    /// The statement with another one in it.
    func text(of statement: String, in folder: TemporaryFolder) throws -> String {
      let three = try folder.write("three", "1\n2\n3\n")
      let file = try folder.write("script", statement + "\n")
      return rawValue.replacing("SCRIPT", with: file).replacing("THREE", with: three)
        .replacing("S }", with: statement + " }")
    }
  }

  @Test(arguments: Bound.allCases, Derived.allCases)
  func `Each bound holds in everything that runs statements`(
    bound: Bound, derived: Derived
  ) async throws {
    let folder = try TemporaryFolder()
    switch bound {
    case .depth:
      for calls in ["f", "f; f"] { try await recursion(calls, derived, folder) }
    case .stages:
      try await limit(
        "print x | from lines" + String(repeating: " | first", count: 1001),
        "a pipeline has at most 1000 stages", derived, folder)
    case .syntax:
      try await limit(
        "print \(String(repeating: "(", count: 110))1\(String(repeating: ")", count: 110))",
        "parentheses and calls can be at most 100 deep", derived, folder)
    case .text:
      try await limit("print \"$s$s\"", "a word is longer than 1 MiB", derived, folder)
      try await limit("let y = (replace($s, 'a', 'bb'))", "is longer than 1 MiB", derived, folder)
    case .heldRecords:
      try await limit(
        "from lines THREE | last 3", "'last' holds at most 2 records", derived, folder)
      try await limit(
        "let y = from lines THREE", "there are more than 2 records to keep", derived, folder)
    case .jobs: try await jobs(derived, folder)
    case .time:
      guard !derived.isApart else { return }
      try await time(derived, folder)
      try await interruption(derived, folder)
    case .requests: try await requests(derived, folder)
    }
  }

  private func recursion(
    _ calls: String, _ derived: Derived, _ folder: TemporaryFolder
  ) async throws {
    let test = TestShell()
    let body = try derived.text(of: calls, in: folder)
    let outcome = await test.run("def d { \(calls) }\ndef f { \(body) }\nf")
    let message =
      derived == .test
      ? "'test' cannot be in a block" : "commands are nested more than 100 deep"
    #expect(outcome.errors.contains(message), "\(outcome.errors.suffix(500))")
    #expect(outcome.status != 0)
    #expect(test.shell.scope.commandDepth == 0)
  }

  @Test(arguments: [Derived.each, .eachCall, .inPipeline, .ofDefinition])
  func `Commands with hundreds of stages that run each other end with an error`(
    derived: Derived
  ) async throws {
    let stages = String(repeating: " | first", count: 400)
    let body = try derived.text(of: "f", in: TemporaryFolder()).replacing(
      "from lines", with: "from lines\(stages)")
    let outcome = await TestShell().run(
      "def d { f }\ndef f { shop list 1\(stages) | each { \(body) } }\nf")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("commands are nested"), "\(outcome.errors.suffix(500))")
  }

  /// The bounds of a statement that are known without running others: a statement that goes beyond one, and its error.
  nonisolated static let limits = [
    ("f", "commands are nested more than 100 deep"),
    (
      "print x | from lines" + String(repeating: " | first", count: 1001),
      "a pipeline has at most 1000 stages"
    ),
    ("print \"$s$s\"", "a word is longer than 1 MiB"),
    ("let y = (replace($s, 'a', 'bb'))", "is longer than 1 MiB"),
    ("from lines THREE | last 3", "'last' holds at most 2 records"),
    ("let y = from lines THREE", "there are more than 2 records to keep"),
  ]

  /// Begins a script with what the statements of ``limits`` need.
  private static func run(
    _ script: String, in test: TestShell, _ folder: TemporaryFolder
  ) throws -> Task<TestShell.Outcome, Never> {
    let script = script.replacing("THREE", with: try folder.write("three", "1\n2\n3\n"))
    test.shell.set("s", to: .text(String(repeating: "a", count: 600_000)))
    return Task { await test.run("set gather-limit 2\ndef f { f }\n\(script)") }
  }

  @Test(arguments: limits)
  func `Each bound holds in a rule`(statement: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let test = TestShell()
    let script = try Self.run("on tick do { \(statement) }\nwait", in: test, folder)
    await until { test.interrupts.termination.waiterCount > 0 }
    test.bus.post(DynamicEvent(eventName: "tick"))
    await until { test.background.jobs.all.last?.isRunning == false }
    test.shell.terminate()
    let outcome = await script.value
    #expect(outcome.errors.contains(message), "\(outcome.errors.prefix(2_000))")
  }

  @Test(arguments: limits)
  func `Each bound holds in a statement that is watched`(
    statement: String, message: String
  ) async throws {
    let folder = try TemporaryFolder()
    let sink = MemorySink()
    let test = TestShell(output: sink)
    let script = try Self.run("watch { \(statement) }", in: test, folder)
    await until { sink.text.hasSuffix("\n") && test.shell.interrupts.isWaiting }
    test.interrupts.raise()
    #expect(await script.value.status == 130)
    #expect(sink.text.contains("\"error\"") && sink.text.contains(message), "\(sink.text)")
  }

  @Test func `Stages behind each of many pipelines that run each other end with an error`() async {
    let stages = String(repeating: " | put a=1", count: 990)
    let outcome = await TestShell().run(
      """
      def f n {
        if ($n = 0) { print x | from lines } else {
          print x | from lines | each { f ($n - 1) }\(stages)
        }
      }
      f 45
      """)
    #expect(outcome.status == 1)
    let message = "nested too deeply for the stack"
    #expect(outcome.errors.contains(message), "\(outcome.errors.suffix(500))")
  }

  @Test func `A pipeline's stages count in all its segments`() async throws {
    let stages = String(repeating: " | to jsonl | from jsonl", count: 501)
    let outcome = await TestShell().run("print x | from lines\(stages)")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("at most 1000 stages"), "\(outcome.errors.suffix(500))")
  }

  private func limit(
    _ statement: String, _ message: String, _ derived: Derived, _ folder: TemporaryFolder
  ) async throws {
    let test = TestShell()
    test.shell.set("s", to: .text(String(repeating: "a", count: 600_000)))
    let script = try derived.script(statement, after: "set gather-limit 2", in: folder)
    let outcome = await test.run(script)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(message), "\(outcome.errors.prefix(2_000))")
    #expect(!outcome.output.contains("behind"))
  }

  private func jobs(_ derived: Derived, _ folder: TemporaryFolder) async throws {
    let errors = MemorySink()
    let test = TestShell(errors: errors)
    test.settings.keepsGoing = true
    test.background.jobs.limit = 2
    for _ in 1...2 {
      _ = test.background.jobs.add(of: .user, text: "held", output: HeldOutput())
    }
    let script = try derived.script("sleep 60 &", after: "print before", in: folder)
    let run = Task { await test.run(script) }
    await until { !errors.bytes.isEmpty }
    for job in test.background.jobs.running { job.end(.success) }
    let outcome = await run.value
    #expect(outcome.errors.contains("2 jobs are running, and no more can"))
  }

  /// The time of `within`, of all that the block does.
  private func time(_ derived: Derived, _ folder: TemporaryFolder) async throws {
    // It has a time of its own.
    guard derived != .test else { return }
    let test = TestShell()
    let body = try derived.text(of: "sleep 60", in: folder)
    let run = Task {
      await test.run("def d { sleep 60 }\nexpect { \(body) } within 2s\nprint behind")
    }
    await test.clock.sleepers(2)
    test.clock.advance(by: .seconds(2))
    let outcome = await run.value
    #expect(outcome.errors.contains("the commands have not ended in 2s"), "\(outcome.errors)")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
  }

  private func interruption(_ derived: Derived, _ folder: TemporaryFolder) async throws {
    let test = TestShell()
    let outcome = await test.run(
      try derived.script("shop interrupt; print after", after: "", in: folder))
    #expect(outcome.status == 130)
    #expect(!outcome.output.contains("after") && !outcome.output.contains("behind"))
  }

  private func requests(_ derived: Derived, _ folder: TemporaryFolder) async throws {
    let test = TestShell()
    var seen: [Bool] = []
    let command = Immediate(specification: .init("look", abstract: "Look at the settings")) {
      let settings = try $0.shell.settings
      seen.append(
        settings.anonymous.isRaised && settings.offline.value == .always
          && settings.retries.value == 0)
    }
    try test.shell.modules.load(SampleModule("my", commands: [command]))
    let outcome = await test.run(
      try derived.script(
        "my look", after: "set anonymous on; set offline always; set retries 0", in: folder))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!seen.isEmpty && seen.allSatisfy { $0 })
  }
}
