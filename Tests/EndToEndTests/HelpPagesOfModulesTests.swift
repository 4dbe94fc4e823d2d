import APIPlugin
import EnvironmentsPlugin
import QueuePlugin
import SeashellKit
import SeashellTesting
import SessionPlugin
import ShellOutput
import Testing

/// The pages of `help` that our modules bring; those of the shell itself are tested with it.
@Suite @MainActor struct HelpPagesOfModulesTests {
  private let harness: ShellHarness
  private let modules: [any FeatureModule]

  init() throws {
    harness = try ShellHarness(StubTransport(json: "{}"))
    let context = harness.context
    modules = [
      APIModule(context), EnvironmentsModule(context), QueueModule(context), SessionModule(context),
    ]
    for module in modules { try harness.load(module) }
  }

  @Test(arguments: ["apis", "environments", "offline", "sessions"])
  func `a page of a module is listed while its module is loaded, and names its shell`(
    name: String
  ) async throws {
    let module = try #require(
      modules.first { $0.contributions.pages.contains { $0.name == name } })
    let page = await harness.run("help \(name)")
    #expect(page.status == 0 && page.output.contains("\nExamples:\n"))
    #expect(!page.output.lowercased().contains("seashell"))
    #expect(!page.output.contains(/%[a-z-]+%/))
    #expect(await harness.run("help topics").output.contains(try Regex("\n +\(name) ")))
    try harness.unload(module.name)
    #expect(!(await harness.run("help topics").output.contains(try Regex("\n +\(name) "))))
  }

  @Test(arguments: [
    "openapi", "swagger", "spec", "operation", "endpoint", "api key", "key", "environment",
    "server",
  ])
  func `the page about APIs is found by the words of its readers`(word: String) async {
    #expect(await harness.run("help \(word)").output.contains(/\bapis\b|^Add an API by/))
  }

  @Test(arguments: ["network", "train", "connection"])
  func `the page about work without a network is found by the words of its readers`(
    word: String
  ) async {
    let result = await harness.run("help \(word)")
    #expect(result.status == 0)
    #expect(result.output.contains(/\boffline\b|^Work while a service cannot be reached/))
  }
}
