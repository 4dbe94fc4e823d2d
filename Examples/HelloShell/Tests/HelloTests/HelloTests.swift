import SeashellTesting
import Testing

@testable import hello

@Suite @MainActor struct HelloTests {
  let harness: ShellHarness

  init() throws {
    harness = try ShellHarness(StubTransport(json: "{}"))
    try harness.load(GreetModule())
  }

  @Test func `greet writes a greeting`() async {
    let (status, output, _) = await harness.run("greet Ada")
    #expect(status == 0)
    #expect(output == "Hello, Ada!\n")
  }

  @Test func `greet needs a name`() async {
    #expect(await harness.run("greet").status == 2)
  }

  @Test func `every example works`() async {
    let module = harness.modules[0]
    for failure in await harness.checkExamples(of: module) { Issue.record("\(failure)") }
  }
}
