@testable import ShellCommands
import ShellTestSupport
@testable import ShellLanguage
@testable import ShellOutput
@testable import ShellRuntime
import Glibc
@testable import SeashellTesting
import TestSupport
import Testing

/// Texts read from files: `--text @FILE`.
@MainActor
@Suite(.mayBlock) struct LongTextTests {
  private let test: TestShell
  private let folder: TemporaryFolder

  init() throws {
    test = TestShell()
    folder = try TemporaryFolder()
    try test.shell.modules.load(Self.notes)
    try folder.write("one", "It's fine\n")
    try folder.write("two lines", "one\ntwo\n\n")
    try folder.write("windows", "one\r\n")
    try folder.write("bare", "no newline")
    try folder.write("option", "--rating=5 @one\n")
    try folder.write("equals", "=x\n")
    try folder.write("empty", "")
    try folder.write("nul", "a\u{0}b")
    try folder.write("largest", String(repeating: "x", count: TextFile.maximumSize))
    try folder.write("larger", String(repeating: "x", count: TextFile.maximumSize + 1))
    try folder.write("wide", String(repeating: "日", count: 100))
    mkfifo(folder.file("pipe"), 0o600)
    mkdir(folder.file("folder"), 0o700)
    let broken = open(folder.file("broken"), O_WRONLY | O_CREAT, 0o600)
    _ = [UInt8(0xC3), 0x28].withUnsafeBytes { write(broken, $0.baseAddress, $0.count) }
    close(broken)
  }

  static var notes: SampleModule {
    let body: @MainActor (Invocation) throws -> Void = { invocation in
      let texts = ["BODY", "text", "rest", "plain"].map { name in
        invocation.arguments.texts(name).map { $0.count > 200 ? "\($0.count)" : $0 }
      }
      try invocation.output.text(texts.map { "[\($0.joined(separator: "|"))]" }.joined())
    }
    let specification = CommandSpecification(
      "add", abstract: "Add",
      arguments: [.init("BODY", "what", isRequired: false, isRepeating: true, isLong: true)],
      options: [
        .init("text", short: "t", value: "T", "what").long(),
        .init("rest", value: "T", "more").repeating().long(),
        .init("plain", value: "T", "as it is"),
      ])
    let bounded = CommandSpecification(
      "bound", abstract: "Bound",
      options: [
        .init("text", value: "T", "what", type: .text(length: 5...100), isRequired: true).long()
      ])
    return SampleModule(
      "notes",
      commands: [
        Immediate(specification: specification, body),
        Waiting(specification: bounded) {
          try $0.output.text("\($0.arguments.text("text")?.count ?? 0)")
        },
      ])
  }

  @Test(arguments: [
    ("--text @D/one", "[][It's fine][][]"),
    ("--text=@D/one", "[][It's fine][][]"),
    ("-t @D/one", "[][It's fine][][]"),
    ("-t@D/one", "[][It's fine][][]"),
    ("-t=@D/one", "[][It's fine][][]"),
    ("-t@D/equals", "[][=x][][]"),
    ("--text '@D/two lines'", "[][one\ntwo\n][][]"),
    ("--text @D/windows", "[][one][][]"),
    ("--text @D/bare", "[][no newline][][]"),
    ("--text @D/empty", "[][][][]"),
    ("--text @D/option --plain @D/one", "[][--rating=5 @one][][@D/one]"),
    ("@D/one x @D/option", "[It's fine|x|--rating=5 @one][][][]"),
    ("-- @D/option", "[--rating=5 @one][][][]"),
    ("--rest @D/one --rest=@@x --rest y", "[][][It's fine|@x|y][]"),
    ("--text @@everyone @@@two", "[@@two][@everyone][][]"),
    ("--text @D/largest", "[][1048576][][]"),
    ("--text a@b", "[][a@b][][]"),
    ("--text @$dir/one", "[][It's fine][][]"),
    ("--text=@$dir/one", "[][It's fine][][]"),
  ])
  func `a value that begins with @ is read from a file`(
    words: String, output: String
  ) async throws {
    let (words, output) = (located(words), located(output))
    #expect(
      await test.run("let dir = '\(folder.path)'; notes add \(words)") == .init(0, output + "\n"))
  }

  /// Data may also begin with @, and must not cause files to be read.
  @Test(arguments: [
    ("let x = '@D/one'", "--text $x", "[][@D/one][][]"),
    ("let x = '@D/one'", "--text=$x", "[][@D/one][][]"),
    ("let x = '@D/one'", "-t$x", "[][@D/one][][]"),
    ("let x = '@D/one'", "-t=$x", "[][@D/one][][]"),
    ("let x = '@D/one'", "\"$x\"", "[@D/one][][][]"),
    ("let x = '@@all'", "--text $x --rest=$x", "[][@@all][@@all][]"),
    ("let x = '--text=@D/one'", "$x", "[--text=@D/one][][][]"),
    ("let x = '@D/one'; let y = ''", "--text $y$x", "[][@D/one][][]"),
  ])
  func `a variable's value is never read from a file`(
    setting: String, words: String, output: String
  ) async throws {
    #expect(
      await test.run(located("\(setting); notes add \(words)")) == .init(0, located(output) + "\n"))
  }

  @Test func `a variable's value stays one in each, beside $it`() async throws {
    let line = "let x = '@D/one'; ! printf 'a\\n' | from lines | each notes add --text $x$it.line"
    #expect(await test.run(located(line)) == .init(0, located("[][@D/onea][][]\n")))
  }

  @Test func `the words of one command on the command line name files too`() async throws {
    #expect(
      await test.run(["notes", "add", "--text", "@\(folder.file("one"))", "@@x"])
        == .init(0, "[@x][It's fine][][]\n"))
  }

  @Test(arguments: [
    ("none", "No such file or directory; write @@ for a text that begins with @"),
    ("folder", "Is a directory"), ("pipe", "it is not a regular file"),
    ("broken", "it is not UTF-8"), ("nul", "it is not text: it has a NUL byte"),
    ("larger", "it is larger than 1 MiB"),
  ])
  func `a file that cannot be read is an error at its word`(
    name: String, reason: String
  ) async throws {
    let path = folder.file(name)
    let outcome = await test.run("notes add x --text @\(path)")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.errors.split(separator: "\n").first
        == "test:1: cannot read '\(path)' for --text: \(reason)")
  }

  @Test func `the word of a file that cannot be read is marked`() async {
    #expect(
      await test.run("notes add x --text @/proc/none").errors
        == """
        test:1: cannot read '/proc/none' for --text: No such file or directory; write @@ for a text that begins with @
          notes add x --text @/proc/none
                             ^^^^^^^^^^^

        """)
  }

  @Test func `the length of the text read is checked, not that of the word`() async throws {
    #expect(await test.run(located("notes bound --text @D/wide")) == .init(0, "100\n"))
    let outcome = await test.run(located("notes bound --text @D/equals"))
    #expect(outcome.errors.contains("--text takes 5 to 100 characters, not 2"), "\(outcome)")
    #expect(await test.run("notes bound --text @@abcd") == .init(0, "5\n"))
  }

  @Test func `no file is read for invalid words or for help`() async throws {
    let outcome = await test.run("notes bound --text @none --txt x")
    #expect(outcome.errors.contains("notes bound has no option '--txt'"), "\(outcome)")
    #expect(await test.run("notes bound --text @none --help").status == 0)
  }

  @Test func `standard input that is the terminal is refused`() async throws {
    let outcome = await test.type(.line("notes add --text @-"))
    #expect(
      outcome.errors.hasPrefix(
        "standard input is the terminal; name a file: --text @FILE\n"), "\(outcome)")
    #expect(outcome.status == 2)
  }

  @Test func `the history keeps @FILE as typed, and a form's answer is not expanded`()
    async throws
  {
    let path = folder.file("one")
    let reader = ScriptedLineReader([
      .line("notes add --text @\(path)"), .line("notes bound"),
    ])
    let outcome = await test.type(reader, console: RecordingConsole(answers: ["@everyone"]))
    #expect(outcome == .init(0, "[][It's fine][][]\n9\n"))
    #expect(
      reader.statements == [
        "notes add --text @\(path)", "notes bound", "notes bound --text=@@everyone",
      ])
  }

  @Test func `a missing file is reported before a form asks`() async throws {
    let console = RecordingConsole(answers: ["answer"])
    let pair = CommandSpecification(
      "pair", abstract: "Two",
      options: [
        .init("first", value: "T", "one", isRequired: true).long(),
        .init("second", value: "T", "two", type: .text(length: 1...9), isRequired: true).long(),
      ])
    try test.shell.modules.load(
      SampleModule(
        "more",
        commands: [
          Immediate(specification: pair) { invocation in
            try invocation.output.text(
              "\(invocation.arguments.text("first") ?? "") \(invocation.arguments.text("second") ?? "")"
            )
          }
        ]))
    let path = folder.file("one")
    let reader = ScriptedLineReader([
      .line("more pair --first @/none"), .line("more pair --first @\(path)"),
    ])
    let outcome = await test.type(reader, console: console)
    #expect(outcome.output == "It's fine answer\n")
    #expect(outcome.errors.contains("cannot read '/none' for --first"))
    #expect(console.questions == ["second (1 to 9 characters)"])
    #expect(reader.statements.last == "more pair --second=answer --first @\(path)")
  }

  @Test func `no file is read for commands called by other programs`() async throws {
    let command = try #require(ModuleCommands(test.shell).commands.first { $0.path == "notes add" })
    let words = ["--text", "@\(folder.file("one"))", "@@x"]
    let outcome = await ModuleCommands(test.shell).run(command, words)
    #expect(outcome.text == "[@@x][@\(folder.file("one"))][][]\n")
    #expect(outcome.error == nil)
  }

  @Test func `a form's question is long if its parameter is`() throws {
    let binder = ArgumentBinder(
      .init(
        "add", abstract: "Add", arguments: [.init("BODY", "what", isLong: true)],
        options: [.init("note", value: "T", "a note", isRequired: true)]),
      path: "notes add")
    let gaps = try binder.gaps(in: [Word("notes"), Word("add")], from: 2)
    #expect(gaps.map { binder.question(for: $0).isLong } == [true, false])
  }

  private func located(_ text: String) -> String { text.replacing("D/", with: folder.path + "/") }
}
