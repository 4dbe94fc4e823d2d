@testable import ShellCommands
import ShellTestSupport
@testable import ShellRuntime
@testable import ShellOutput
import CoreEvents
@testable import SeashellTesting
import Testing

/// A user at the prompt.
@MainActor
@Suite struct PromptTests {
  @Test func `A failure does not end the shell, and exit has the last status`() async throws {
    let test = TestShell()
    let outcome = await test.type(
      .line("shop fail not_found"), .line("print $?"), .line("nosuch; print on"), .line("shop fail")
    )
    #expect(
      outcome
        == .init(
          1, "3\non\n",
          """
          it failed
          'nosuch' is not a command; see 'help' or 'help finding'
            nosuch; print on
            ^^^^^^
          it failed

          """))
  }

  @Test(
    arguments: [("exit", 0), ("exit 7", 7), ("shop fail invalid; exit", 6)] as [(String, Int32)])
  func `exit leaves the shell`(line: String, status: Int32) async throws {
    #expect(await TestShell().type(.line(line), .line("print no")).status == status)
    #expect(await TestShell().type(.line(line), .line("print no")).output == "")
  }

  @Test func `quit, ? and clear work at a prompt`() async throws {
    let test = TestShell()
    let reader = ScriptedLineReader([
      .line("? print"), .line("clear"), .line("quit 5"), .line("print no"),
    ])
    let outcome = await test.type(reader)
    #expect(outcome.status == 5)
    #expect(outcome.output.contains("Usage:\n  print [WORD…]"))
    #expect(!outcome.output.contains("no\n"))
    #expect(reader.clearings == 1)
    #expect(reader.statements == ["? print", "clear", "quit 5"])
    #expect(await test.run("clear") == .init(0))
    #expect(await test.run("quit").errors.contains("did you mean 'exit'?"))
  }

  @Test func `An alias called quit comes before exit`() async throws {
    let outcome = await TestShell().type(
      .line("alias quit = 'print on'"), .line("quit"), .line("unalias quit; quit 3"))
    #expect(outcome == .init(3, "on\n"))
  }

  @Test func `An open statement continues at a second prompt, which shows the open quote`()
    async throws
  {
    let reader = ScriptedLineReader([
      .line("print 'a"), .line("b' \\"), .line("\"c"), .line("d\" &&"), .line("print e"),
    ])
    let outcome = await TestShell().type(reader)
    #expect(outcome == .init(0, "a\nb c\nd\ne\n"))
    #expect(
      reader.prompts.map(\.text) == ["test> ", "   '> ", "   -> ", "   \"> ", "   -> ", "test> "])
    #expect(
      reader.statements == ["print 'a\nb' \\\n\"c\nd\" &&\nprint e"])
  }

  @Test
  func `An open block continues at a prompt with a brace, and is one statement in the history`()
    async throws
  {
    let reader = ScriptedLineReader([
      .line("for x in (1, 2) {"), .line("  if $x = (1 +"), .line("1) {"), .line("    print 'a"),
      .line("b'"), .line("  }"), .line("}"),
    ])
    let outcome = await TestShell().type(reader)
    #expect(outcome == .init(0, "a\nb\n"))
    #expect(
      reader.prompts.map(\.text) == [
        "test> ", "   {> ", "   (> ", "   {> ", "   '> ", "   {> ", "   {> ", "test> ",
      ])
    #expect(
      reader.statements == [
        "for x in (1, 2) {\n  if $x = (1 +\n1) {\n    print 'a\nb'\n  }\n}"
      ])
  }

  @Test func `Ctrl-C discards an open block, and Ctrl-D reports it`() async throws {
    let outcome = await TestShell().type(
      .line("for x in (1, 2) {"), .line("print no"), .interrupt, .line("print ok"),
      .line("if true {"), .leave, .line("print end"))
    #expect(outcome.output == "ok\nend\n")
    #expect(outcome.errors.hasPrefix("the '{' that begins here is never closed\n  if true {\n"))
  }

  @Test func `The rest of a pasted block with an error does not run`() async throws {
    let reader = ScriptedLineReader([
      .line("if true {\n  bad $(x)\n  print no\n}\nprint no"), .line("print ok"),
    ])
    let outcome = await TestShell().type(reader)
    #expect(outcome.output == "ok\n")
    #expect(outcome.errors.contains("command substitution"))
  }

  @Test func `A failure in a block at the prompt ends the block, not the shell`() async throws {
    let outcome = await TestShell().type(
      .line("for x in (1, 2) { fail $x; print no }"), .line("print on"))
    #expect(outcome.output == "on\n")
    #expect(outcome.errors.hasPrefix("1\n  for x in (1, 2) { fail $x; print no }\n"))
  }

  @Test func `A paste runs like the lines of a script`() async throws {
    let reader = ScriptedLineReader([.line("print a # one\r\nnosuch\n\n  \nprint 'b\nc'\nprint d")])
    let outcome = await TestShell().type(reader)
    #expect(outcome.output == "a\nb\nc\nd\n")
    #expect(outcome.errors.hasPrefix("'nosuch' is not a command"))
    #expect(
      reader.statements == ["print a # one", "nosuch", "print 'b\nc'", "print d"])
  }

  @Test func `Ctrl-C discards the typed line`() async throws {
    let test = TestShell()
    let outcome = await test.type(
      .line("print 'a"), .interrupt, .line("print $?"), .interrupt, .line("print ok"))
    #expect(outcome == .init(0, "130\nok\n"))
  }

  @Test func `Ctrl-D ends an open statement, and at an empty prompt the shell`() async throws {
    let outcome = await TestShell().type(
      .line("print 'a"), .leave, .line("print b"), .leave, .line("print no"))
    #expect(outcome.status == 0)
    #expect(outcome.output == "b\n")
    #expect(
      outcome.errors == """
        the quote ' that begins here is never closed
          print 'a
                ^

        """)
  }

  @Test func `Ctrl-C cancels a command, and the prompt returns`() async throws {
    let test = TestShell()
    let run = Task { await test.type(.line("sleep 60; print no"), .line("print $?")) }
    await test.clock.sleepers(1)
    test.interrupts.press(at: 1)
    #expect(await run.value == .init(0, "130\n"))
  }

  @Test func `history lists, searches, clears and is turned off`() async throws {
    let reader = ScriptedLineReader(
      [
        .line("history"), .line("history search MUG"), .line("history off"), .line("print b"),
        .line("history on"), .line("print c"), .line("history"), .line("history clear"),
        .line("history clear"), .line("history"),
      ], statements: ["print mug", "print 'x\ny'"])
    let outcome = await TestShell().type(
      reader, console: RecordingConsole(answers: ["no", "yes"]))
    #expect(
      outcome
        == .init(
          0,
          """
          1\tprint mug
          2\tprint 'x\\ny'
          3\thistory
          1\tprint mug
          4\thistory search MUG
          b
          c
          1\tprint mug
          2\tprint 'x\\ny'
          3\thistory
          4\thistory search MUG
          5\thistory off
          6\tprint c
          7\thistory
          1\thistory

          """, "the history was not cleared\n"))
  }

  @Test(arguments: [
    ("history 2", "2\tprint b\n3\thistory 2\n"),
    ("history 9", "1\tprint a\n2\tprint b\n3\thistory 9\n"),
  ])
  func `history and a number list the last statements`(line: String, output: String) async {
    let reader = ScriptedLineReader([.line(line)], statements: ["print a", "print b"])
    #expect(await TestShell().type(reader, console: RecordingConsole()) == .init(0, output))
  }

  @Test(arguments: ["0", "99999999999999999999", "lst"])
  func `history says what it takes`(word: String) async {
    let errors = await TestShell().run("history \(word)").errors
    #expect(
      errors.contains("ACTION takes list, search, clear, off, on or a number from 1"), "\(errors)")
  }

  @Test(arguments: ["history 0", "history -1", "history 5 x", "history lst"])
  func `another word after history is refused`(line: String) async {
    #expect(await TestShell().run(line).status == 2)
  }

  @Test func `A script has no history, and clearing it clears nothing`() async throws {
    #expect(
      await TestShell().run("history; history search a; history off; history clear")
        == .init(
          0, "",
          """
          only the prompt has a history; run 'history' there
          only the prompt has a history; run 'history search' there
          only the prompt has a history; run 'history off' there
          only the prompt has a history; run 'history clear' there

          """))
    #expect(await TestShell().run("history search").status == 2)
    #expect(await TestShell().run("history list a").status == 2)
  }

  @Test func `A script that is sourced knows no aliases, and stops at its first failure`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.sea", "p\nprint no\n")
    let outcome = await TestShell().type(
      .line("alias p = 'print hello'"), .line("source \(path)"), .line("print $?"))
    #expect(outcome.output == "2\n")
    #expect(outcome.errors.hasPrefix("\(path):1: 'p' is not a command"))
  }

  @Test func `The prompt logs commands as events`() async throws {
    let outcome = await TestShell().type(.line("print a"), .line("events"))
    #expect(outcome.output.contains("shell.command.finished\t{\"command\":\"print\""))
  }

  @Test func `Completion sees the earlier lines of a statement`() async throws {
    let spy = SpyCompleter()
    let reader = ScriptedLineReader([.line("print 'a"), .line("b'")])
    _ = await TestShell().type(reader, completer: spy)
    let starts = reader.completers.map { $0?.completion(of: "xy", at: 2).start }
    #expect(starts == [1, 1, 1])
    #expect(spy.seen == ["xy@2", "print 'a\nxy@11", "xy@2"])
  }

  @MainActor final class SpyCompleter: Completer {
    var seen: [String] = []

    func completion(of text: String, at cursor: Int) -> Completion {
      seen.append("\(text)@\(cursor)")
      return Completion(start: cursor - 1)
    }
  }

  @Test func `Each statement uses the screen, and leaving a pager is not a failure`()
    async throws
  {
    let sink = LeftPager()
    let test = TestShell(output: sink)
    let outcome = await test.type(
      ScriptedLineReader([.line("print a"), .line("print b"), .line("print $?")]), screen: sink)
    #expect(sink.acts == ["begin", "end", "begin", "end", "begin", "end"])
    #expect(outcome.output == "a\n0\n")
  }

  /// A screen whose reader leaves it during the second statement.
  @MainActor final class LeftPager: KeepingSink, PagedOutput {
    var bytes: [UInt8] = []
    var acts: [String] = []

    func write(_ bytes: UnsafeRawBufferPointer) throws {
      if acts.count == 3 { throw OutputClosed() }
      self.bytes += bytes
    }

    func beginStatement() { acts.append("begin") }
    func endStatement() async { acts.append("end") }
  }

  @Test func `events watch shows events as they happen`() async throws {
    let test = TestShell()
    let run = Task {
      await test.type(.line("events watch"), .line("print $?"))
    }
    // It has subscribed when the posted event appears in the output.
    while test.writtenBytes == 0 {
      test.bus.post(ModuleLoaded(module: "x"))
      await Task.yield()
    }
    test.interrupts.press(at: 1)
    let outcome = await run.value
    #expect(outcome.output.contains("shell.module.loaded\t{\"module\":\"x\"}\n"))
    #expect(outcome.output.hasSuffix("\n130\n"))
  }

  @Test func `If no line can be read, the shell ends and says why`() async throws {
    let outcome = await TestShell().type(BrokenLineReader())
    #expect(outcome == .init(1, "", "test: the terminal is on fire\n"))
  }

  final class BrokenLineReader: LineReader {
    let statements: [String] = []
    func readLine(_ prompt: Prompt, completer: (any Completer)?) async throws -> String? {
      throw ShellError(.failed, "the terminal is on fire")
    }
    func clearScreen() {}
    func remember(_ statement: String) {}
    func forget() {}
  }
}
