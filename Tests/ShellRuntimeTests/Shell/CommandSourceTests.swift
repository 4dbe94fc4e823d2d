import CoreEvents
import SeashellTesting
import ShellCommands
import ShellOutput
import ShellTestSupport
import Testing

@testable import ShellRuntime

/// Commands that a module looks up one at a time, and what it says of them.
@MainActor
@Suite struct CommandSourceTests {
  private let test = TestShell()
  private let module = SourceModule()

  init() throws { try test.shell.modules.load(module) }

  @Test func `a command of a source is created at its first use, and once`() async {
    #expect(module.made.isEmpty)
    #expect(test.shell.modules.commands(of: "box")?.names == ["broken", "many", "own"])
    #expect(
      test.shell.modules.commands(of: "box")?.summaries.map(\.command.abstract)
        == ["Is not readable", "Is listed", "Is the module's own"])
    #expect(module.made.isEmpty)
    #expect(await test.run("box many").output == "many of the source\n")
    #expect(await test.run("box many").output == "many of the source\n")
    #expect(module.made == ["many"])
    #expect(await test.run("box hidden").output == "hidden of the source\n")
  }

  @Test func `the module's own command comes before the source's of that name`() async {
    #expect(await test.run("box own").output == "own of the module\n")
    #expect(module.made.isEmpty)
    #expect(test.shell.modules.commands(of: "box")?.isDeferred("own") == false)
    #expect(test.shell.modules.commands(of: "box")?.isDeferred("many") == true)
  }

  @Test func `a command that cannot be read says why, each time`() async {
    for _ in 1...2 {
      let result = await test.run("box broken")
      #expect(result.status == 3 && result.errors.contains("it fell out of the box"))
    }
    #expect(await test.run("box none").status == 2)
  }

  @Test func `another program learns who wrote the texts`() {
    let commands = ModuleCommands(test.shell).commands.filter { $0.module == "box" }
    #expect(commands.map(\.name) == ["broken", "many", "own"])
    #expect(commands.allSatisfy { $0.author == "the box" })
    #expect(commands.map(\.isDeferred) == [true, true, false])
    #expect(commands.map(\.changesData) == [nil, false, true])
  }

  @Test func `the events that a module names are known before the first is posted`() throws {
    #expect(test.shell.eventNames.contains(Opened.name))
    try test.shell.modules.unload("box")
    #expect(!test.shell.eventNames.contains(Opened.name))
  }
}

private struct Opened: Event {
  static let name = "box.opened"
}

private final class SourceModule: FeatureModule, CommandSource {
  let name = "box"
  let abstract = "A box of commands"
  let commands: [any Command] = [Say("own", by: "module")]
  private(set) var made: [String] = []

  var contributions: Contributions {
    Contributions(source: self, author: "the box", events: [Opened.self])
  }

  let summaries = [
    CommandSummary("many", "Is listed", changesData: false),
    CommandSummary("broken", "Is not readable"),
  ]

  let hiddenSummaries = [CommandSummary("hidden", "Is not listed", isListed: false)]

  func command(named name: String) throws -> (any Command)? {
    switch name {
    case "broken": throw ShellError(.notFound, "it fell out of the box")
    case "many", "hidden", "own":
      made.append(name)
      return Say(name, by: "source")
    default: return nil
    }
  }
}

private struct Say: Command {
  let specification: CommandSpecification
  private let owner: String

  init(_ name: String, by owner: String) {
    specification = CommandSpecification(name, abstract: "Is the module's own")
    self.owner = owner
  }

  func run(_ invocation: Invocation) async throws {
    try invocation.output.text("\(specification.name) of the \(owner)")
  }
}
