import SeashellHosting
import SeashellKit
import SeashellTesting
import ShellRuntime
import Testing

@testable import SeashellModules

/// Modules and tools whose names others have.
extension LifeModulesTests {
  @Test(arguments: [
    ("print", "the shell's own command 'print'"), ("clock", "another added module"),
  ])
  func aNameThatIsTakenIsAnErrorNamingBoth(name: String, other: String) async throws {
    try await modules.add(record())
    let error = await #expect(throws: ShellError.self) { try await modules.add(record(name)) }
    #expect(error?.message == "the module '\(name)' cannot be used: its name is that of \(other)")
  }

  @Test func `two modules with the same command at the start print a notice`() async throws {
    try await catalogue.add(record("print"))
    modules.loadAdded()
    #expect(
      harness.console.notices == [
        "the module 'print' cannot be used: its name is that of the shell's own command 'print'; "
          + "it is not loaded, and 'modules remove print' forgets it"
      ])
  }

  @Test func `a tool with its module's name is called by that name alone`() async throws {
    let fetch = try tool("fetch", #"{"url":{"type":"string"}}"#, more: "")
    let required = try ToolDescription(
      CellValue(
        json: fetch.json.jsonText.replacing(
          #""properties":"#, with: #""required":["url"],"properties":"#)))
    for others in [[], [try tool("fetch_list")]] {
      scripted.prepare = { $0.offered = [required] + others }
      try await modules.add(record("fetch", [required] + others))
      #expect(await harness.run("fetch a://b").output == "fetch\n")
      #expect(await harness.run("fetch --url a://b").output == "fetch\n")
      #expect(await harness.run("fetch").errors.contains("URL"))
      #expect(await harness.run("help fetch").output.contains("fetch"))
      if !others.isEmpty {
        #expect(await harness.run("fetch list").output == "fetch_list\n")
        #expect(await harness.run("help fetch fetch").output.contains("fetch URL"))
        #expect(await harness.run("help fetch list").output.contains("fetch list"))
        #expect(
          await harness.run("help fetch lost").errors.hasPrefix(
            "test:1: 'fetch lost' is not a command; see 'help fetch'"))
        #expect(await harness.run("help fetch").output.contains("fetch list"))
        #expect(await harness.run("fetch --help").output.contains("fetch URL"))
      }
      #expect(scripted.last?.calls.first == #"fetch {"url":"a://b"}"#)
      try await modules.remove("fetch")
    }
  }
}
