import FoundationEssentials
import ShellTestSupport
@testable import SeashellTesting
import ShellCommands
import Testing

@testable import ShellHelp
@testable import ShellRuntime

/// The whole command surface as data.
@MainActor
@Suite struct HelpDataTests {
  private struct Surface: Decodable {
    struct Module: Decodable {
      let name: String
      let abstract: String
      let commands: [CommandSpecification]
    }
    struct Topic: Decodable {
      let name: String
      let text: String
      let examples: [CommandSpecification.Example]
    }
    struct Status: Decodable { let status: Int32 }
    struct Named: Decodable { let name: String }
    let name: String
    let version: String
    let options: [OptionSpecification]
    let builtins: [CommandSpecification]
    let stages: [CommandSpecification]
    let modules: [Module]
    let topics: [Topic]
    let exit_statuses: [Status]
    let settings: [Named]
    let pages: [Named]
    let environment_variables: [Named]
  }

  /// A specification as data, without the functions that read its words.
  private static func encode(_ specification: CommandSpecification) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(specification), as: UTF8.self)
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test(arguments: ["help -o json", "help -o jsonl", "set output json; help"])
  func `help as data decodes to the loaded commands`(line: String) async throws {
    let test = TestShell(
      facts: ProgramFacts(variables: [.init("TEST_ENV", "The environment.")]))
    let surface = try Self.decode(Surface.self, await test.run(line).output)
    #expect(surface.name == "test" && surface.version == "1.2.3")
    #expect(surface.options == OptionSpecification.ofProgram)
    #expect(surface.builtins.count == test.shell.modules.builtins.all.count)
    #expect(surface.stages.count == test.shell.modules.stages.all.count)
    let loaded = test.shell.modules.builtins.all + test.shell.modules.stages.all
    for (written, entry) in zip(surface.builtins + surface.stages, loaded) {
      #expect(try Self.encode(written) == Self.encode(entry.specification))
    }
    #expect(surface.modules.map(\.name) == test.shell.modules.names)
    for module in surface.modules {
      #expect(
        try module.commands.map(Self.encode)
          == test.shell.modules.specifications(of: module.name).map(Self.encode))
    }
    #expect(surface.topics.contains { $0.name == "quoting" && !$0.examples.isEmpty })
    #expect(surface.exit_statuses.map(\.status) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 130, 141])
    #expect(surface.settings.map(\.name) == Setting.all.map(\.name))
    #expect(surface.pages.map(\.name).prefix(2) == ["test", "test-language"])
    #expect(surface.environment_variables.map(\.name) == ["TEST_ENV"])
  }

  @Test func `help for a command, a module or a word is available as data`() async throws {
    let test = TestShell()
    let specification = try Self.decode(
      CommandSpecification.self, await test.run("help shop list -o json").output)
    #expect(test.shell.modules.specifications(of: "shop").contains(specification))
    let module = try Self.decode(Surface.Module.self, await test.run("help shop -o json").output)
    #expect(module.commands.count == 6)
    let topic = try Self.decode(Surface.Topic.self, await test.run("help quoting -o json").output)
    #expect(topic.name == "quoting")
    let hits = try Self.decode([Surface.Named].self, await test.run("help filter -o json").output)
    #expect(hits.map(\.name).prefix(2) == ["where", "pipelines"])
  }

  @Test func `at a prompt, help stays text when results are JSON`() async throws {
    let outcome = await TestShell().type(.line("set output json"), .line("help print"))
    #expect(outcome.output.hasPrefix("Print words"))
  }
}
