import SeashellKit
import SeashellTesting
import Testing

/// What an author reads after a mistake: each message names the module, the command and the field.
@Suite @MainActor struct AuthorMistakesTests {
  let harness: ShellHarness

  init() throws {
    harness = try ShellHarness(StubTransport(json: "[]"))
  }

  private func loadError(_ module: FaultyModule) -> String? {
    let error = #expect(throws: ShellError.self) { try harness.load(module) }
    return error?.message
  }

  nonisolated static let specifications: [(CommandSpecification, String)] = [
    (.init("two words", abstract: ""), "'two words': the name must be letters, digits"),
    (
      .init(
        "run", abstract: "",
        parameters: [Argument<String>("ID", "an id"), Argument<String>("ID", "an id")]),
      "'run': argument 'ID' is declared twice"
    ),
    (
      .init("run", abstract: "", parameters: [Flag("hush", short: "h", "be quiet")]),
      "'run': option '--hush' has the short name '-h', which every command has for --help"
    ),
    (
      .init("run", abstract: "", parameters: [Option<String?>("onto", short: "o", "a place")]),
      "'run': option '--onto' has the short name '-o', which every command has for --output"
    ),
    (
      .init(
        "run", abstract: "", parameters: [Option<Int>("size", "a size", in: 1...5, default: 6)]),
      "'run': option '--size' has the default '6', and takes a whole number from 1 to 5"
    ),
    (
      .init(
        "run", abstract: "",
        parameters: [Option<[Int]>("size", "sizes", in: 1...5, default: [1, 7])]),
      "'run': option '--size' has the default '7', and takes a whole number from 1 to 5"
    ),
    (
      .init(
        "run", abstract: "",
        parameters: [Argument<[String]>("IDS", "ids"), Argument<String>("ID", "an id")]),
      "'run': argument 'IDS' repeats, so it must be the last one"
    ),
    (
      .init("run", abstract: "", parameters: [Argument<Nothing>("WORD", "a word")]),
      "'run': argument 'WORD' has an empty choice"
    ),
    (
      CommandSpecification(
        "run", abstract: "", parameters: [Argument<String>("ID", "an id")]
      ).confirming("Delete {NAME}?"),
      "'run': 'confirms' names {NAME}, which is not a parameter"
    ),
  ]

  private enum Nothing: String, CaseIterable, ParameterValue {
    case all
    static var allCases: [Nothing] { [] }
  }

  @Test(arguments: specifications)
  func `a specification that cannot be used keeps the module from loading`(
    specification: CommandSpecification, problem: String
  ) {
    let message = loadError(FaultyModule("faulty", [FaultyCommand(specification: specification)]))
    #expect(
      message?.hasPrefix("the module 'faulty', command \(problem)") == true, "\(message ?? "")")
  }

  @Test func `a parameter that is not listed keeps the module from loading`() {
    #expect(
      loadError(FaultyModule("faulty", [ForgetfulCommand()]))
        == "the module 'faulty', command 'run': 'size' is declared, but is not in the "
        + "specification's parameters")
  }

  @Test func `two commands of one name keep the module from loading`() {
    #expect(
      loadError(FaultyModule("faulty", [FaultyCommand(), FaultyCommand()]))
        == "the module 'faulty': two commands are named 'faulty run'")
  }

  @Test func `a name that is taken is an error that names both modules`() throws {
    try harness.load(WishlistModule(harness.context))
    #expect(
      loadError(FaultyModule("wishlist"))
        == "two modules are named 'wishlist': WishlistModule and FaultyModule")
    #expect(
      loadError(FaultyModule("help")) == "the module 'help' has the name of a built-in command")
  }

  @Test func `an error of load is reported with the module's name`() {
    let message = loadError(FaultyModule("faulty", loading: { throw PlainError.outOfStock }))
    #expect(message == "the module 'faulty' cannot be loaded: PlainError.outOfStock")
    #expect(harness.modules.isEmpty)
  }

  private struct Mistake: Sendable {
    let message: String
    let body: @MainActor @Sendable (Invocation) async throws -> Void
  }

  nonisolated private static let mistakes = [
    Mistake(message: "PlainError.outOfStock") { _ in throw PlainError.outOfStock },
    Mistake(message: "CountedError(count: 3)") { _ in throw CountedError(count: 3) },
    Mistake(message: "'faulty run' was cancelled, but not by the user") { _ in
      throw CancellationError()
    },
    Mistake(message: "'faulty run' wrote a row before its columns") {
      try $0.output.row([.integer(1)])
    },
    Mistake(message: "'faulty run' wrote 1 value for 2 columns: id, name") {
      try $0.output.record("o-1", as: ShortView())
    },
    Mistake(message: "'faulty run' wrote 1 value for 2 columns: id, name") {
      try await $0.output.list(as: ShortView()) { try await $0(["o-1"]) }
    },
  ]

  @Test(arguments: mistakes)
  private func `an error that its author did not foresee is a failure with status 1`(
    mistake: Mistake
  ) async throws {
    try harness.load(FaultyModule(mistake.body))
    let (status, _, errors) = await harness.run("faulty run || print 'after it'")
    #expect(status == 0)
    #expect(
      errors == "test:1: \(mistake.message)\n  faulty run || print 'after it'\n  ^^^^^^^^^^\n")
    #expect(await harness.run("faulty run").status == 1)
  }

  @Test(arguments: [
    ("plain", "VALUE takes an odd value, not 'plain'"),
    ("cancelled", "VALUE takes an odd value, not 'cancelled'"),
    ("shell", "there is no 'shell'"),
  ])
  func `an error of a parameter's own type points at the word`(word: String, message: String)
    async throws
  {
    let specification = CommandSpecification(
      "run", abstract: "Run", parameters: [Argument<OddValue>("VALUE", "a value")])
    try harness.load(FaultyModule("faulty", [FaultyCommand(specification: specification)]))
    let errors = await harness.run("faulty run \(word)").errors
    #expect(errors.hasPrefix("test:1: \(message)"))
    #expect(errors.hasSuffix("             \(String(repeating: "^", count: word.count))\n"))
  }

  @Test func `what a command writes after its end is discarded, and reported once`() async throws {
    let (ended, wrote) = (AsyncStream<Void>.makeStream(), AsyncStream<Bool>.makeStream())
    try harness.load(
      FaultyModule { invocation in
        let output = invocation.output
        try output.text("in time")
        Task {
          for await _ in ended.stream {
            wrote.continuation.yield((try? output.text("late")) != nil)
          }
        }
      })
    #expect(await harness.run("faulty run").output == "in time\n")
    var results = wrote.stream.makeAsyncIterator()
    for _ in 1...2 {
      ended.continuation.yield()
      let hasWritten = await results.next()
      #expect(hasWritten == false)
    }
    ended.continuation.finish()
    #expect(await harness.run("print next").output == "next\n")
    #expect(
      harness.console.notices == [
        "'faulty run' wrote to its output after it had ended; that output is discarded"
      ])
  }

  @Test func `a completion kind without a source is found by a check`() throws {
    let specification = CommandSpecification(
      "run", abstract: "Run",
      parameters: [
        Argument<String>("ID", "an id", completion: "wishlist.id"),
        Option<String?>("file", "a file", completion: "files"),
        Option<String?>("to", "a place", completion: "wishlst.id"),
      ])
    let module = FaultyModule("faulty", [FaultyCommand(specification: specification)])
    try harness.load(module)
    try harness.load(WishlistModule(harness.context))
    #expect(
      harness.checkCompletion(of: module) == [
        "faulty run: --to is completed by 'wishlst.id', of which no module has a source"
      ])
  }

  @Test func `of 100,000 candidates of a source the first 200 are shown`() throws {
    let module = FaultyModule()
    module.completionSources = [
      CompletionSource(answering: "faulty.id") { _ in (0..<100_000).map { .init("\($0)") } }
    ]
    try harness.load(module)
    #expect(harness.completions(of: "faulty.id", for: "").count == CompletionQuery.limit)
  }

  @Test func `a crash says which command ran`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await Self.crash()
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      errors.contains("test: crashed while 'faulty run' of the module 'faulty' ran\n"), "\(errors)")
    #expect(errors.contains(/stack of .*, build ([0-9a-f]+|unknown): .*0x[0-9a-f]+/), "\(errors)")
  }

  private static func crash() async {
    let harness = try? ShellHarness(StubTransport(json: "[]"))
    try? harness?.load(FaultyModule { _ in preconditionFailure("a mistake") })
    _ = await harness?.run("faulty run")
  }
}
