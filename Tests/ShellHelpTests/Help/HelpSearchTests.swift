import ShellCommands
import ShellTestSupport
import SeashellTesting
import ShellRecords
import Testing

@testable import ShellHelp
@testable import ShellRuntime

/// The search of `help` for words from other programs, and suggestions for unknown commands.
@MainActor
@Suite struct HelpSearchTests {
  @Test(arguments: [
    ("dir", "did you mean 'ls'? 'help dir' finds more"), ("LS -l", "did you mean 'ls'?"),
    ("cat 7", "did you mean 'shop show'?"),
    ("filter id = 1", "did you mean '| where'? 'help filter' finds more"),
    ("SELECT id", "did you mean '| select'? 'help select' finds more"),
    ("wehre id = 1", "did you mean '| where'?"),
    ("chdir x", "did you mean 'open'? 'help chdir' finds more"),
    ("while true", "see 'help while'"), ("quit", "did you mean 'exit'?"),
    ("echo a", "did you mean 'print'?"),
    ("export A=1", "did you mean 'let'? 'help export' finds more"),
    // This shell has no module with a login.
    ("login", "see 'help' or 'help finding'"), ("frobnicate", "see 'help' or 'help finding'"),
  ])
  func `an unknown command suggests what it may mean here`(line: String, hint: String) async throws
  {
    let word = line.prefix { $0 != " " }
    let outcome = await TestShell().run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("test:1: '\(word)' is not a command; \(hint)\n  \(line)\n  ^"))
  }

  @Test(arguments: [
    ("filter", ["where", "pipelines"]), ("Sort", ["sort-by", "pipelines"]),
    ("foreach", ["each", "blocks"]), ("SELECT", ["select", "where", "sort-by", "pipelines"]),
    ("colour", ["set", "output"]), ("variable", ["let", "variables"]),
    ("background", ["jobs", "wait", "cancel", "rules"]), ("for each", ["each", "blocks"]),
    ("cron", ["scripts", "watch"]),
  ])
  func `help lists the meanings of a word, likeliest first`(word: String, names: [String])
    async throws
  {
    let outcome = await TestShell().run("help \(word)")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "'\(word)' can mean:")
    #expect(lines.last == "'help NAME' shows how to use one.")
    let listed = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(Array(listed.prefix(names.count)) == names)
    #expect(listed.count <= 10)
  }

  @Test(arguments: [
    ("quit", "Leave the shell"), ("EXIT STATUS", "What exit statuses mean"),
    ("exit code", "What exit statuses mean"), ("login", "Log in"),
    ("quotes", "Write blanks, quotes"),
    ("prin", "Print words"), ("configuration", "The files of the shell"),
    ("Keys", "The keys at the prompt"),
    ("limit", "Keep the first records"),
  ])
  func `help for a word with one meaning shows it`(word: String, beginning: String) async throws {
    let test = TestShell()
    try test.shell.modules.load(
      SampleModule(
        "vault", commands: [Immediate(specification: .init("login", abstract: "Log in")) { _ in }]))
    let outcome = await test.run("help \(word)")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix(beginning), "\(outcome.output.prefix(300))")
  }

  @Test func `help finds an unknown module by its names and descriptions`() async throws {
    let test = TestShell()
    let commands = ["cast", "draw"].map { name in
      Immediate(specification: .init(name, abstract: "Handle a fishing net")) { _ in }
    }
    try test.shell.modules.load(SampleModule("boat", commands: commands))
    #expect(
      await test.run("help nets").output == """
        'nets' can mean:
          boat cast  Handle a fishing net
          boat draw  Handle a fishing net

        'help NAME' shows how to use one.

        """)
    #expect(
      await test.run("help fishing").output
        == test.run("help net").output.replacing("'net'", with: "'fishing'"))
    #expect(
      await test.run("help cast").output.hasPrefix("Handle a fishing net\n\nUsage:\n  boat cast"))
  }

  @Test func `help does not show a mere mention as the meaning`() async throws {
    let test = TestShell()
    try test.shell.modules.load(
      SampleModule(
        "boat",
        commands: [
          Immediate(
            specification: .init(
              "make", abstract: "Make a boat", discussion: "With its fishing nets.")
          ) { _ in }
        ]))
    #expect(
      await test.run("help fishing").output == """
        Nothing is called 'fishing'. The help of these contains it:
          boat make  Make a boat

        'help NAME' shows how to use one.

        """)
  }

  @Test func `help for an unknown word is an error that says what to try`() async throws {
    let outcome = await TestShell().run("help xyzzy")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "test:1: help finds nothing for 'xyzzy'; try another word, or see 'help' or 'help finding'\n  help xyzzy\n       ^^^^^\n"
    )
  }

  @Test func `a help page created alone is the one with its name`() {
    let test = TestShell()
    for topic in HelpTopic.all(of: test.shell) {
      let alone = HelpTopic.named(topic.name, of: test.shell)
      #expect(alone?.name == topic.name && alone?.text == topic.text)
    }
    #expect(HelpTopic.named("nothing", of: test.shell) == nil)
  }

  @Test func `every target of a synonym exists, if its module is loaded`() async throws {
    let test = TestShell()
    let topics = Set(
      HelpTopic.all(of: test.shell).map(\.name))
    for target in HelpSynonyms.allTargets {
      let words = target.split(separator: " ").map(String.init)
      switch (words.count, words[0]) {
      case (2, "topic"):
        let ofModules = ["sessions", "apis", "modules", "environments", "offline"]
        #expect(topics.union(ofModules).contains(words[1]), "\(target)")
      case (2, "*"):
        #expect(
          ["list", "show", "delete", "remove", "add", "edit", "more", "refresh"].contains(words[1]))
      case (2, let module):
        #expect(HelpSynonyms.managing.union(["products"]).contains(module), "\(target)")
      default:
        #expect(
          test.shell.modules.builtins[target] != nil || BuiltInStage(rawValue: target) != nil
            || ["mcp", "doctor", "chart"].contains(target), "\(target)")
      }
    }
  }
}
