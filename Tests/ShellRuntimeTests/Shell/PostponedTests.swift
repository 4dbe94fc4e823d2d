@testable import SeashellTesting
import ShellTestSupport
import Testing

@testable import ShellCommands
@testable import ShellOutput
import ShellHelp
@testable import ShellRuntime

/// Commands with `--fresh` and `--later`, and writes that wait in the queue.
@MainActor
@Suite struct PostponedTests {
  private let harness: ShellHarness

  init() throws { harness = try Self.harness() }

  private static func harness(answers: [String] = []) throws -> ShellHarness {
    let harness = try ShellHarness(
      StubTransport(json: "{}"), console: RecordingConsole(answers: answers))
    let id = ArgumentSpecification("ID", "which", isRequired: false)
    func specification(_ name: String, _ offline: OfflineUse) -> CommandSpecification {
      var specification = CommandSpecification(
        name, abstract: "Do it", arguments: [id], changesData: offline == .writes)
      specification.offline = offline
      return specification
    }
    var number = 0
    try harness.load(
      SampleModule(
        "notes",
        commands: [
          Waiting(specification: specification("add", .writes)) {
            if $0.arguments.text("ID") == "wrong" { throw ShellError(.notFound, "no such note") }
            guard !DataPreference.current.isLater else {
              number += 1
              throw CommandPostponed(write: "q-\(number)", notice: "q-\(number) waits: POST notes")
            }
            guard $0.arguments.text("ID") == "lost" else {
              return try $0.output.record([Column("id")], [.text("n-1")])
            }
            let answer = try await DataPreference.ask("later?")
            try $0.output.text(
              "\(answer.map { $0 ? "yes" : "no" } ?? "nobody") \(DataPreference.offersLater)")
          },
          Waiting(specification: specification("list", .reads)) {
            try $0.output.columns([Column("fresh"), Column("later")])
            let preference = DataPreference.current
            for _ in 1...2 {
              try $0.output.row([.boolean(preference.isFresh), .boolean(preference.isLater)])
            }
          },
          Waiting(specification: specification("show", .none)) {
            let preference = DataPreference.current
            try $0.output.record(
              [Column("fresh"), Column("later")],
              [.boolean(preference.isFresh), .boolean(preference.isLater)])
          },
        ]))
    return harness
  }

  @Test func `a queued write is a success without a result`() async {
    let outcome = await harness.run("notes add --later; print $?")
    #expect(outcome == (0, "0\n", ""))
    #expect(harness.console.notices == ["q-1 waits: POST notes"])
    #expect(await harness.run("notes add").output == "n-1\n")
  }

  @Test func `the event of a command with a queued write reports success`() async {
    let recorder = EventRecorder(harness.bus)
    _ = await harness.run("notes add --later")
    let finished = recorder.events.compactMap { $0 as? CommandFinished }
    #expect(finished.map(\.status) == [0])
  }

  @Test(arguments: [
    ("notes add --later | count", "0\n"), ("notes add --later | get id", ""),
    ("notes add --later | where id = 1 | count", "0\n"), ("notes add --later | to json", ""),
    ("notes add --later -o json", ""), ("notes add --later -o csv", ""),
    ("notes add --later && print then", "then\n"),
    ("notes add --later || print else", ""), ("let r = notes add --later; print $r", "[]\n"),
    ("let r = notes add --later | get id; print $r", "[]\n"),
  ])
  func `stages after a queued write get no records`(line: String, output: String) async {
    let outcome = await harness.run(line)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == output)
    #expect(harness.console.notices == ["q-1 waits: POST notes"])
  }

  @Test func `time measures a queued write`() async {
    let outcome = await harness.run("time notes add --later")
    #expect(outcome.status == 0)
    #expect(harness.console.notices == ["q-1 waits: POST notes"])
  }

  @Test(arguments: [
    ("from jsonl | each notes add $it.id --later", "3 writes wait; 'queue list' shows them"),
    (
      "from jsonl | first 1 | each notes add $it.id --later",
      "1 write waits; 'queue list' shows it"
    ),
    (
      "from jsonl | each --jobs 3 --keep id notes add $it.id --later | count",
      "3 writes wait; 'queue list' shows them"
    ),
  ])
  func `each reports once how many writes were queued`(line: String, notice: String) async {
    let outcome = await harness.run("! printf '{\"id\":1}\\n{\"id\":2}\\n{\"id\":3}\\n' | " + line)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(harness.console.notices == [notice])
  }

  @Test func `let keeps an empty list if all writes were queued`() async {
    let outcome = await harness.run(
      "let r = ! printf '{\"id\":1}\\n{\"id\":2}\\n' | from jsonl | each notes add $it.id --later; print $r"
    )
    #expect(outcome.output == "[]\n", "\(outcome.errors)")
  }

  @Test func `queued writes are counted if a later record fails`() async {
    let outcome = await harness.run(
      "! printf 'id\\na\\nwrong\\nb\\n' | from csv | each notes add $it.id --later")
    #expect(outcome.status == 3)
    #expect(harness.console.notices == ["1 write waits; 'queue list' shows it"])
  }

  @Test(arguments: [
    ("notes list --fresh | first 1", "true\tfalse"), ("notes list | first 1", "false\tfalse"),
    ("notes show", "false\tfalse"),
    // A command run for each record has its own preference, even while the first command runs.
    ("notes list --fresh | each notes show | first 1", "false\tfalse"),
    ("notes list --fresh | each notes list | first 1", "false\tfalse"),
    ("notes list | each notes list --fresh | first 1", "true\tfalse"),
  ])
  func `a data preference reaches only its command`(line: String, row: String) async {
    let outcome = await harness.run(line)
    #expect(outcome.output == row + "\n", "\(outcome.errors)")
  }

  @Test(arguments: [
    ("notes add --fresh", "fresh"), ("notes list --later", "later"),
    ("notes show --fresh", "fresh"),
  ])
  func `a command has only the offline options that apply to it`(line: String, option: String) async
  {
    let outcome = await harness.run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--\(option)"))
  }

  @Test func `help shows the offline options`() async {
    #expect(
      await harness.run("help notes add").output.contains(
        "      --later          put the write into the queue, and send it later"))
    #expect(
      await harness.run("notes list --help").output.contains(
        "      --fresh          ask the service, and do not answer from what was stored"))
    let line = "notes add --l"
    let completer = ShellCompleter(harness.shell)
    let completion = completer.completion(of: line, at: line.utf8.count)
    #expect(completion.candidates.map(\.label) == ["--later"])
  }

  @Test(arguments: [(["yes"], "yes true"), (["no"], "no true"), ([], "nobody true")])
  func `a command can ask about a failed write, unless each runs it`(
    answers: [String], output: String
  ) async throws {
    let harness = try Self.harness(answers: answers)
    #expect(await harness.run("notes add lost").output == output + "\n")
    let each = try Self.harness(answers: answers)
    #expect(
      await each.run("notes show | each notes add lost").output == "nobody true\n")
    #expect(each.console.questions.isEmpty)
  }

  @Test func `-q hides the notice about a queued write`() async throws {
    let test = TestShell()
    try test.shell.modules.load(
      SampleModule(
        "notes",
        commands: [
          Waiting(specification: .init("add", abstract: "Add")) { _ in
            throw CommandPostponed(write: "q-1", notice: "q-1 waits")
          }
        ]))
    #expect(await test.run("notes add") == .init(0, "", "q-1 waits\n"))
    #expect(await test.run("set quiet on; notes add") == .init(0))
    #expect(await test.run("set quiet off; notes add &\nwait; print $?").output == "0\n")
  }
}
