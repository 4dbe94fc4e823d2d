import SeashellKit
import SeashellTesting
import Testing

@testable import ChartPlugin

/// The module `chart` in a shell.
@MainActor
struct ChartModuleTests {
  private let harness: ShellHarness

  init() throws {
    harness = try ShellHarness(StubTransport(json: "{}"))
    try harness.load(ChartModule())
  }

  @Test func `the module's name is a stage`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("sales.csv", "day,orders\nMon,1\nTue,4\n")
    let line = "from csv '\(file)' | chart bar day orders"
    let drawn = await harness.run(line)
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(drawn.output.contains("Tue") && drawn.output.contains("█"))

    try harness.unload("chart")
    let refused = await harness.run(line)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("the module 'chart' is disabled; run 'modules enable chart'"))
  }

  @Test func `help lists it among the stages`() async {
    let overview = await harness.run("help").output
    #expect(overview.contains(#/\n  draw +chart\n/#))
    #expect(!overview.contains("Draw the records"), "a stage is no module with commands")
    #expect(await harness.run("help chart").output.contains("chart bar"))
    #expect(await harness.run("chart bar a b").errors.contains("after a command and '|'"))
    #expect(await harness.run("print x | chrat bar a b").errors.contains("did you mean 'chart'?"))
  }

  @Test(
    arguments: [
      ("bar title days", ["title", "days"]), ("histogram days", ["from", "to", "count"]),
      ("spark days", ["id", "days"]), ("", ["id", "days"]),
    ] as [(String, [String])])
  func `it declares the fields of what it gives`(words: String, fields: [String]) {
    let words = words.split(separator: " ").map(String.init)
    #expect(ChartCommand().fields(after: ["id", "days"], words: words) == fields)
  }
}
