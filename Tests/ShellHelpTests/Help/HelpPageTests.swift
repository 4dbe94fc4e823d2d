import Foundation
@testable import SeashellTesting
import ShellRecords
import ShellTestSupport
import ShellCommands
import ShellLanguage
import Testing

@testable import ShellOutput
@testable import ShellHelp
@testable import ShellRuntime

/// The overview, the pages, and completion after `help`.
@MainActor
@Suite struct HelpPageTests {
  nonisolated private static let names = [
    "language", "finding", "pipelines", "output", "variables", "quoting", "scripts", "exit-status",
    "paging", "configuration", "places", "events", "rules",
    "keys", "blocks", "expressions", "values", "tests",
  ]

  @Test(arguments: names)
  func `a help page is shown by name, fits a narrow terminal, and names its shell`(name: String)
    async throws
  {
    let test = TestShell(style: OutputStyle(isTerminal: true, columns: 60))
    let outcome = await test.run("help \(name)")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\nExamples:\n"))
    #expect(!outcome.output.lowercased().contains("seashell"))
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
    let page = try #require(HelpTopic.named(name, of: test.shell))
    #expect(outcome.output.contains(page.abstract))
  }

  @Test func `a help page is read from its file, with values of the shell`() {
    let test = TestShell()
    let program = test.shell.host.identity.name
    let page = HelpTopic(
      name: "sample",
      file: """
        What it is about

        %program% is
        100 %% shell:

          one  the first,
        and last, row

        Done.

        Examples:
          print one  prints a word
          print %program%  prints a name

        """, of: test.shell)
    #expect(page.name == "sample" && page.abstract == "What it is about")
    #expect(
      page.text == "\(program) is 100 % shell:\n\n  one  the first, and last, row\n\nDone.")
    #expect(page.examples.map(\.line) == ["print one", "print \(program)"])
    #expect(page.examples.map(\.abstract) == ["prints a word", "prints a name"])
    let short = HelpTopic(name: "short", file: "Only this\n\nOne line\n", of: test.shell)
    #expect(short.text == "One line" && short.examples.isEmpty)
  }

  @Test func `no help page names a value that the shell does not have`() throws {
    let test = TestShell()
    for page in HelpTopic.all(of: test.shell) {
      #expect(!"\(page.abstract)\(page.text)\(page.examples)".contains(/%[a-z-]+%/), "\(page.name)")
      #expect(!page.text.isEmpty && !page.examples.isEmpty, "\(page.name)")
    }
  }

  @Test func `all help pages are listed, except those of missing modules`() async throws {
    let test = TestShell()
    let listed = await test.run("help topics").output.split(separator: "\n")
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(Self.names.allSatisfy(listed.contains) && !listed.contains("sessions"))
    let page = HelpPage("sessions", "Sign in and out\n\nWith a key of %program%.")
    try test.shell.modules.load(SampleModule("session", pages: [page]))
    let shown = await test.run("help sessions").output
    #expect(shown == "Sign in and out\n\nWith a key of \(test.shell.host.identity.name).\n")
    try test.shell.modules.unload("session")
    #expect(!(await test.run("help topics").output.contains("sessions")))
    let pages = [HelpPage("apis", "Add an API\n\nBy its description.")]
    try test.shell.modules.load(SampleModule("api", pages: pages))
    #expect(await test.run("help api").output.contains("'help apis' tells more"))
  }

  @Test func `on another API, help names the shell's own one and shows none of its commands`()
    async throws
  {
    let test = TestShell()
    test.environments.ownAPI = "store"
    test.environments.currentAPI = "wh"
    test.environments.others = [("wh", {}), ("yard", {})]
    try test.shell.modules.load(SampleModule("products"))
    let overview = await test.run("help").output
    #expect(
      overview.contains("\nOther APIs, whose names come before their commands: store, yard\n"))
    for name in await test.run("help topics").output.split(separator: "\n")
      .compactMap({ $0.split(separator: " ").first })
    {
      let page = await test.run("help \(name)").output
      #expect(!page.contains(/\n  [^\n]*products (list|show)/), "\(name)")
    }
    #expect(HelpTopic.named("places", of: test.shell) == nil)
    #expect(
      await test.run("help store").output.hasPrefix("store: an API\n\n  store products"))
  }

  @Test func `the overview names every command, stage and page`() async throws {
    let test = TestShell()
    let overview = await test.run("help").output
    let words = Set(overview.split { " ,\n".contains($0) }.map(String.init))
    let commands = test.shell.modules.commands(of: "shop")?.names ?? []
    for name in ["shop"] + commands + test.shell.modules.builtins.names + BuiltInStage.names
      + Self.names
    {
      #expect(words.contains(name), "\(name) is missing")
    }
    #expect(overview.split(separator: "\n", omittingEmptySubsequences: false).count < 60)
  }

  @Test func `the README and the model of the stages name the existing formats and stages`()
    throws
  {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    func text(_ path: String) throws -> String {
      try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
    let output = OutputFormat.names.map { "`\($0)`" }.listed()
    #expect(try text("README.md").contains("`-o` chooses \(output)."))

    let model = try text("Tests/Differential/model.py")
    let stages = try #require(model.firstMatch(of: /STAGES = \{([^}]+)\}/)).1
    // Its program implements loops and formats itself, and has no schemas.
    let modelled = Set(BuiltInStage.names).subtracting([
      "each", "get", "from", "to", "expect-schema",
    ])
    #expect(Set(stages.matches(of: /"([\w-]+)":/).map { String($0.1) }) == modelled)

    let formats = try text("Tests/Differential/formats.py")
    let readers = try #require(formats.firstMatch(of: /READERS = \{([^}]+)\}/)).1
    #expect(
      Set(readers.matches(of: /"(\w+)":/).map { String($0.1) })
        == Set(InputFormat.allCases.map(\.rawValue)))
    let written = Set(InputFormat.allCases.map(\.rawValue)).subtracting(["lines"])
    #expect(written.isSubset(of: OutputFormat.names))
  }

  @Test func `a page follows the help of the command or module of its name`() async throws {
    let test = TestShell()
    let events = await test.run("help events").output
    #expect(events.hasPrefix("List the last 1,000 events"))
    #expect(events.contains("\n\nSee what happens, and react to it\n\nModules tell each other"))
    try test.shell.modules.load(
      SampleModule(
        "keys", commands: [Immediate(specification: .init("turn", abstract: "Turn")) { _ in }]))
    let keys = await test.run("help keys").output
    #expect(keys.hasPrefix("keys: ") && keys.contains("\n\nThe keys at the prompt"))
    #expect(
      await test.run("help topic keys").errors.hasPrefix(
        "test:1: help finds nothing for 'topic keys'; write 'help keys'\n"))
  }

  @Test func `Tab completes commands, modules, stages and pages after help`() throws {
    let test = TestShell()
    let completer = ShellCompleter(test.shell)
    func labels(_ line: String) -> [String] {
      completer.completion(of: line, at: line.utf8.count).candidates.map(\.label)
    }
    #expect(labels("help qu") == ["quoting"])
    #expect(labels("help pi") == ["pipelines"])
    #expect(labels("help sh") == ["shop"])
    #expect(labels("help wh") == ["where"])
    #expect(labels("help ev") == ["events"])
    #expect(labels("help shop l") == ["later", "list"])
  }
}
