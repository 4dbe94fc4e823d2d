import QueuePlugin
import SeashellKit
import SeashellTesting
import Testing

@MainActor
@Suite struct QueueModuleTests {
  @Test func `the module is called queue`() throws {
    let harness = try ShellHarness(StubTransport(json: "{}"))
    #expect(QueueModule(harness.context).name == "queue")
  }
}
