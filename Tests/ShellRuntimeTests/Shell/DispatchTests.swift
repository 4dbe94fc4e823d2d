import ShellRuntime
import ShellTestSupport
import ShellCommands
@testable import ShellOutput
import SeashellTesting
import Testing

@MainActor
@Suite struct DispatchTests {
  @Test(
    "An unknown command is reported with the nearest name, and a caret at its position",
    arguments: [
      ("prnt a", "'prnt' is not a command; did you mean 'print'?", "  prnt a\n  ^^^^"),
      ("  shp list 1", "'shp' is not a command; did you mean 'shop'?", "    shp list 1\n    ^^^"),
      ("xyzzy", "'xyzzy' is not a command; see 'help' or 'help finding'", "  xyzzy\n  ^^^^^"),
      (
        "shop list 1 | wehre id < 3", "'wehre' is not a stage; did you mean 'where'?",
        "  shop list 1 | wehre id < 3\n                ^^^^^"
      ),
      ("quit", "'quit' is not a command; did you mean 'exit'?", "  quit\n  ^^^^"),
      ("\\q", "'q' is not a command; did you mean 'exit'?", "  \\q\n  ^^"),
      ("half", "'half' is not a command; did you mean 'shop half'?", "  half\n  ^^^^"),
      ("'' a", "'' is not a command; see 'help' or 'help finding'", "  '' a\n  ^^"),
      (
        "shop shwo 3", "'shop shwo' is not a command; did you mean 'shop show'?",
        "  shop shwo 3\n       ^^^^"
      ),
      (
        "shop view 3", "'shop view' is not a command; did you mean 'shop show'?",
        "  shop view 3\n       ^^^^"
      ),
      (
        "shop xyzzy", "'shop xyzzy' is not a command; see 'help shop'",
        "  shop xyzzy\n       ^^^^^"
      ),
      (
        "shop",
        "'shop' needs a command: fail, half, interrupt, later, list, show; help shop",
        "  shop\n  ^^^^"
      ),
      (
        "print a; shop show 200 #", "there is no thing 200; shop list shows them",
        "  print a; shop show 200 #\n                     ^^^"
      ),
      (
        "shop list 3 -o xml",
        "unknown output format 'xml'; choose table, tsv, json, jsonl or csv",
        "  shop list 3 -o xml\n                 ^^^"
      ),
      (
        "shop list 3 4",
        "shop list takes one argument, and '4' is one too many; "
          + "usage: shop list COUNT", "  shop list 3 4\n              ^"
      ),
      (
        "help shop shwo", "'shop shwo' is not a command; did you mean 'shop show'?",
        "  help shop shwo\n            ^^^^"
      ),
      ("help prnt", "'prnt' is not a command; did you mean 'print'?", "  help prnt\n       ^^^^"),
      (
        "help print loud", "'print' has no subcommands",
        "  help print loud\n             ^^^^"
      ),
    ])
  func mistakes(line: String, message: String, excerpt: String) async throws {
    let outcome = await TestShell().run(line)
    #expect(outcome.errors == "test:1: \(message)\n\(excerpt)\n")
    #expect(outcome.status == (message.hasPrefix("there is no thing") ? 3 : 2))
  }

  @Test func `A command name of several modules is reported with all of them`() async throws {
    let test = TestShell()
    for name in ["barn", "attic"] {
      try test.shell.modules.load(
        SampleModule(
          name, commands: [Immediate(specification: .init("show", abstract: "Show")) { _ in }]))
    }
    #expect(
      await test.run("show 1").errors.hasPrefix(
        "test:1: 'show' is not a command; did you mean 'attic show', 'barn show' or 'shop show'?"))
  }

  @Test(arguments: ["shop --help", "shop -h"])
  func `A module's name with --help lists its commands`(line: String) async throws {
    let test = TestShell()
    #expect(await test.run(line) == test.run("help shop"))
  }

  @Test func `help COMMAND and COMMAND --help print the same`() async throws {
    let test = TestShell()
    let own = test.shell.modules.builtins.all
    let others = test.shell.modules.commands(of: "shop")?.all ?? []
    #expect(own.count == 32 && others.count == 6)
    for entry in own + others {
      let help = await test.run("help \(entry.path)")
      #expect(help.status == 0 && help.errors.isEmpty)
      #expect(help.output.hasPrefix(entry.specification.abstract + "\n\nUsage:\n  \(entry.path)"))
      #expect(await test.run("\(entry.path) --help") == help)
      #expect(await test.run("\(entry.path) -h") == help)
      #expect(await test.run("\(entry.path) -o json --help") == help)
    }
  }

  @Test func `A built-in command is listed under the name in its specification`() {
    let builtins = TestShell().shell.modules.builtins
    #expect(builtins.all.map(\.specification.name) == builtins.names)
  }

  @Test(
    arguments: [
      ("barn show", "show\n"), ("let x = show; barn $x", "barn show\n"),
      ("barn show; let x = show; barn $x", "show\nbarn show\n"),
      ("let x = --help; barn $x", "barn --help\n"), ("let x = show; attic $x", "show\n"),
    ])
  func `a value names a command only where there is none without it`(
    lines: String, output: String
  ) async throws {
    let test = TestShell()
    for (module, others) in [("barn", ["show"]), ("attic", ["show", "list"])] {
      let named = module == "barn" ? [module] + others : others
      try test.shell.modules.load(
        SampleModule(
          module,
          commands: named.map { name in
            Immediate(
              specification: .init(
                name, abstract: "Show", arguments: [.init("WORD", "a word", isRequired: false)])
            ) { invocation in
              let word = invocation.arguments.text("WORD")
              try invocation.output.text(
                ([name] + [word].compactMap(\.self)).joined(separator: " "))
            }
          }))
    }
    #expect(await test.run(lines).output == output)
  }

  @Test func `Help lists the modules and the shell's own commands`() async throws {
    let test = TestShell()
    let overview = await test.run("help commands").output
    #expect(overview.hasPrefix("shop: Things for sale\n  shop fail       Fail\n"))
    for entry in test.shell.modules.builtins.all {
      #expect(overview.contains("\n  \(entry.path) "))
    }
    #expect(
      await test.run("help shop").output == """
        shop: Things for sale

          shop fail       Fail
          shop half       Fail after two rows
          shop interrupt  Press Ctrl-C
          shop later      Print a word after a while
          shop list       List things
          shop show       Show a thing

        'help shop COMMAND' shows how to use a command.

        """)
  }

  @Test(arguments: ["help", "help shop", "shop --help", "help time", "help set", "help print"])
  func `Help breaks lines between words on a narrow terminal`(line: String) async throws {
    let test = TestShell(style: OutputStyle(isTerminal: true, columns: 40))
    let text = await test.run(line).output
    #expect(!text.isEmpty)
    for line in text.split(separator: "\n") { #expect(line.count <= 40, "\(line)") }
  }

  @Test(
    "A list and a record have the format of -o or the setting",
    arguments: [
      ("tsv", "1\tthing 1\n2\tthing 2\n", "7\tthing 7\n"),
      (
        "json", #"[{"id":1,"name":"thing 1"},\#n{"id":2,"name":"thing 2"}]\#n"#,
        #"{"id":7,"name":"thing 7"}\#n"#
      ),
      (
        "jsonl", #"{"id":1,"name":"thing 1"}\#n{"id":2,"name":"thing 2"}\#n"#,
        #"{"id":7,"name":"thing 7"}\#n"#
      ),
      ("csv", "id,name\r\n1,thing 1\r\n2,thing 2\r\n", "id,name\r\n7,thing 7\r\n"),
    ])
  func formats(format: String, list: String, record: String) async throws {
    let test = TestShell()
    for way in ["shop list 2 -o \(format)", "shop -o", "set output \(format)\nshop list 2"] {
      guard way != "shop -o" else { continue }
      #expect(await test.run(way) == .init(0, list))
    }
    #expect(await test.run("shop show 7 --output=\(format)") == .init(0, record))
    #expect(
      await test.run("shop list 2 -o tsv; set output auto; shop show 7").output
        == "1\tthing 1\n2\tthing 2\n7\tthing 7\n")
  }

  @Test func `On a terminal results are a table, with hostile characters escaped`() async throws {
    let test = TestShell(style: OutputStyle(isTerminal: true, columns: 40))
    #expect(await test.run("shop list 1").output == "id  name\n 1  thing 1\n")
    #expect(await test.run("print 'a\u{1B}[31m'").output == "a\\u{1B}[31m\n")
    #expect(
      await test.run("'a\u{1B}[31m'").errors
        == "test:1: 'a\\u{1B}[31m' is not a command;\nsee 'help' or 'help finding'\n"
        + "  'a\\u{1B}[31m'\n  ^^^^^^^^^^^^^\n")
  }

  @Test(
    "With JSON, an error is an object with the physical line",
    arguments: [
      "set output json\n\nshop show 200", "set output jsonl\n# a\nshop show 200",
      "# a\n\nshop show -o json 200", "\n\nshop show 200 --output=jsonl",
      "\n\nshop show 200 -ojson", "\n\ntime shop show 200 -o json",
    ])
  func errorObjects(script: String) async throws {
    let outcome = await TestShell().run(script)
    let object =
      #"{"error":{"status":3,"code":"not_found","message":"there is no thing 200","#
      + #""hint":"shop list shows them","file":"test","line":3}}"#
    #expect(outcome.errors.split(separator: "\n").last.map(String.init) == object)
    #expect(outcome.status == 3)
  }

  @Test func `A syntax error is a JSON object if the output setting is JSON`() async throws {
    let outcome = await TestShell().run("set output json\nprint 'a\nb")
    #expect(
      outcome.errors
        == #"{"error":{"status":2,"code":"syntax","message":"the quote ' that begins here is never closed","file":"test","line":2}}"#
        + "\n")
  }

  @Test func `A one-shot command's words are not parsed, and its error has its format`()
    async throws
  {
    let test = TestShell()
    #expect(await test.run(["print", "$x", "a  b", ";"]) == .init(0, "$x a  b ;\n"))
    #expect(
      await test.run(["shop", "show", "200"])
        == .init(3, "", "test: there is no thing 200; shop list shows them\n"))
    #expect(
      await test.run(["shop", "show", "200", "-o", "json"])
        == .init(
          3, "",
          #"{"error":{"status":3,"code":"not_found","message":"there is no thing 200","hint":"shop list shows them"}}"#
            + "\n"))
    #expect(await test.run(["exit", "3"]).status == 3)
  }

  @Test func `Commands that suspend and commands that do not write in order`() async throws {
    let outcome = await TestShell().run("print a\nshop later\nprint b; shop later; print c")
    #expect(outcome == .init(0, "a\nlater\nb\nlater\nc\n"))
  }

  @Test func `A failed command's rows stay, and a JSON array stays open`() async throws {
    let test = TestShell()
    #expect(await test.run("shop half").output == "1\tthing 1\n2\tthing 2\n")
    let json = await test.run("shop half -o json")
    #expect(json.status == 8)
    #expect(json.output == #"[{"id":1,"name":"thing 1"},\#n{"id":2,"name":"thing 2"}\#n"#)
  }
}
