import SeashellKit
import SeashellTesting
import Testing

@Suite @MainActor struct PageOptionsTests {
  @Test(
    arguments: [
      ("", nil, "- -"), ("--page 2", nil, "2 20"), ("--per-page 5", nil, "- 5"),
      ("--all", nil, "- 1000"), ("", 7, "- 7"), ("--page 2", 7, "2 7"),
      ("--page 2 --per-page 5", 7, "2 5"), ("--all", 7, "- 1000"), ("--all --per-page 5", 7, "- 5"),
    ] as [(String, Int?, String)])
  func `page options and a command's own page size select a page`(
    options: String, pageSize: Int?, selection: String
  ) async throws {
    let harness = try ShellHarness(StubTransport(json: "[]"))
    try harness.load(PagingModule(pageSize: pageSize))
    let (_, output, errors) = await harness.run("pages \(options)")
    #expect(output == selection + "\n" && errors.isEmpty)
  }
}

/// A module whose only command prints the page and the page size that it would ask for.
private final class PagingModule: FeatureModule {
  let name = "pages"
  let abstract = "Page"
  let commands: [any Command]

  init(pageSize: Int?) {
    commands = [PrintSelection(pages: PageOptions(of: "things", pageSize: pageSize))]
  }
}

private struct PrintSelection: Command {
  let pages: PageOptions
  var specification: CommandSpecification {
    CommandSpecification("pages", abstract: "Page", parameters: [pages])
  }

  func run(_ invocation: Invocation) async throws {
    let selection = try pages.selection(in: invocation)
    let numbers = [selection.page, selection.perPage].map { $0.map(String.init) ?? "-" }
    try invocation.output.text(numbers.joined(separator: " "))
  }
}
