@testable import ShellCommands
import ShellTestSupport
@testable import ShellLanguage
@testable import ShellOutput
@testable import ShellRuntime
@testable import SeashellTesting
import Testing

/// The questions that a user is asked, and how the answers are kept.
@MainActor
@Suite struct FormTests {
  @Test func `A form asks for missing values until the answer is valid`() async throws {
    let test = TestShell()
    try test.shell.modules.load(Self.orders)
    let console = RecordingConsole(answers: ["", "mug", "x", "12", "-2 it's", "-q", "4", ""])
    let outcome = await test.type(
      .line("orders add --express"), .line("orders add p 3 --note=n"),
      .line("orders add --note=n"), console: console)
    #expect(
      outcome
        == .init(
          0, "mug 12 -2 it's\np 3 n\n-q 4 n\n",
          """
          an answer is required; press Ctrl-C to cancel
          COUNT takes a whole number from 1 to 99, not 'x'

          """),
      "\(outcome)\n\(console.notices)")
    #expect(
      console.questions == [
        "product", "product", "count (a whole number from 1 to 99)",
        "count (a whole number from 1 to 99)", "note", "product",
        "count (a whole number from 1 to 99)",
      ])
  }

  static var orders: SampleModule {
    SampleModule(
      "orders",
      commands: [
        Immediate(
          specification: .init(
            "add", abstract: "Order",
            arguments: [
              .init("PRODUCT", "which", completion: "products.id"),
              .init("COUNT", "how many", type: .integer(1...99)),
            ],
            options: [
              .init("note", value: "T", "what to write", isRequired: true),
              .init(flag: "express", "at once"),
            ])
        ) {
          let texts = ["PRODUCT", "COUNT", "note"].map($0.arguments.text)
          try $0.output.text(texts.map { $0 ?? "nil" }.joined(separator: " "))
        }
      ])
  }

  @Test(arguments: ["orders add; print no", "orders add || print no", "orders add && print no"])
  func `Cancelling a form cancels the whole typed line`(line: String) async throws {
    let test = TestShell()
    try test.shell.modules.load(Self.orders)
    let outcome = await test.type(
      ScriptedLineReader([.line(line), .line("print $?")]), console: GivingUpConsole())
    #expect(outcome == .init(0, "130\n"))
  }

  /// A user who answers every question with Ctrl-C.
  final class GivingUpConsole: Console {
    let isInteractive = true
    let columns: Int? = nil
    func notify(_ notice: String) {}
    func ask(_ field: Question) async throws -> String { throw CancellationError() }
    func confirm(_ question: String) async throws -> Bool { throw CancellationError() }
    func progress(_ progress: ProgressUpdate?) {}
    func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String {
      throw CancellationError()
    }
  }

  @Test func `A form hides a secret's input, and no refusal repeats it`() async throws {
    let binder = ArgumentBinder(
      CommandSpecification(
        "open", abstract: "Open", arguments: [.init("NAME", "who")],
        options: [
          .init("pin", value: "N", "the number", type: .integer(), isRequired: true).secret()
        ]), path: "vault open")
    let gaps = try binder.gaps(in: [Word("vault"), Word("open")], from: 2)
    #expect(gaps.map { binder.question(for: $0).isSecret } == [false, true])
    #expect(binder.refusal(of: "s3cret", for: gaps[1]) == "--pin takes a whole number")
    #expect(
      throws: ShellError(
        .usage, "--pin takes a whole number", hint: "see 'vault open --help'", word: 2)
    ) {
      try binder.bind([Word("vault"), Word("open"), Word("--pin=s3cret"), Word("x")], from: 2)
    }
  }

  @Test func `A form asks nothing for a command that cannot run`() async throws {
    let test = TestShell()
    try test.shell.modules.load(SampleModule("orders", commands: [Closed()]))
    let console = RecordingConsole(answers: ["1"])
    let outcome = await test.type(
      .line("orders close"), .line("orders close --help"), .line("orders close --pge"),
      .line("orders close 1"), console: console)
    #expect(console.questions.isEmpty)
    #expect(outcome.errors.hasPrefix("the shop is closed\n"), "\(outcome)")
    #expect(outcome.errors.contains("orders close has no option '--pge'"))
    #expect(outcome.output.hasSuffix("ran with 1\n"))
  }

  /// A command that cannot run.
  struct Closed: Command {
    let specification = CommandSpecification(
      "close", abstract: "Close", arguments: [.init("NUMBER", "which")])

    func checkPreconditions() async throws { throw ShellError(.failed, "the shop is closed") }

    func run(_ invocation: Invocation) async throws {
      try invocation.output.text("ran with \(invocation.arguments.text("NUMBER") ?? "")")
    }
  }

  @Test func `A script shows no form`() async throws {
    let test = TestShell()
    try test.shell.modules.load(Self.orders)
    let script = await test.run("orders add p 3")
    #expect(script.status == 2)
    #expect(script.errors.contains("orders add needs --note T"))
  }

  @Test(
    arguments: [
      (" print a", []), ("print a", ["print a"]), ("vault open x", []), ("time vault open x", []),
      ("print 'a; vault open x", []), ("vault list", ["vault list"]),
      ("vault list --key=1", []), ("vault list -k 1 | cat", []),
      ("vault list --kind 1", ["vault list --kind 1"]),
      ("alias v = 'vault open'", []), ("v x", []), ("vault open>/dev/null x", []),
      ("vault list --k\\ey=1", []), ("vault list --ke'y'=1", []), ("$v open x", []),
      ("print $v open x", ["print $v open x"]), ("nosuch 'a\n", ["nosuch 'a\n"]),
    ] as [(String, [String])])
  func `A secret answer of a form stays out of the history`(line: String, kept: [String])
    async throws
  {
    let test = TestShell()
    try test.shell.modules.load(
      SampleModule(
        "vault",
        commands: [
          Immediate(
            specification: .init(
              "open", abstract: "Open it", arguments: [.init("WORD", "secret")]
            ).withSecretWords()
          ) { _ in },
          Immediate(
            specification: .init(
              "list", abstract: "List it",
              options: [
                .init("key", short: "k", value: "K", "secret").secret(),
                .init("kind", value: "K", "not secret"),
              ])
          ) { _ in },
        ]))
    test.shell.aliases["v"] = try Alias("vault open")
    let reader = ScriptedLineReader([.line(line), .interrupt])
    _ = await test.type(reader)
    #expect(reader.statements == (kept == ["nosuch 'a\n"] ? [] : kept))
  }
}
