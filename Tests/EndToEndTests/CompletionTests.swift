import ShellHelp
import ShellCommands
import ProductsPlugin
import ReviewsPlugin
import SeashellKit
@testable import SeashellTesting
import ShopBackend
import TestSupport
import Testing

/// Completion with the embedded shop.
///
/// Unlisted ids are requested, and offered at the next Tab.
@Suite @MainActor struct CompletionTests {
  let folder: TemporaryFolder
  let harness: ShellHarness
  let completer: ShellCompleter

  init() throws {
    folder = try TemporaryFolder()
    harness = try ShellHarness(
      EmbeddedTransport(database: folder.file("shop.db")), directory: folder.path)
    for module in [ProductsModule(harness.context), ReviewsModule(harness.context)]
      as [any FeatureModule]
    { try harness.load(module) }
    completer = ShellCompleter(harness.shell)
  }

  func tab(_ line: String) -> [Completion.Candidate] {
    completer.completion(of: line, at: line.utf8.count).candidates
  }

  @Test(arguments: [
    ("products show mug", "p-1"), ("products show p-", "p-1"), ("products related OCEAN", "p-1"),
    ("reviews list p-1", "p-1"), ("reviews show p-1 r-", "r-1"),
    ("reviews edit p-1 ", "r-1"),
  ])
  func `ids are completed from the shop at the second Tab`(line: String, id: String) async {
    #expect(tab(line).isEmpty)
    await until { !tab(line).isEmpty }
    let candidate = tab(line).first { $0.label == id }
    #expect(candidate != nil, "\(tab(line).map(\.label))")
    #expect(candidate?.abstract.isEmpty == false)
  }

  @Test func `listed ids complete at once, and the list is kept`() async {
    _ = await harness.run("products list --per-page 5")
    #expect(tab("products show ").count == 5)
    await until { !tab("products show p-30").isEmpty }
    #expect(await harness.run("products more -o csv").output.contains("p-6,"))
  }
}
