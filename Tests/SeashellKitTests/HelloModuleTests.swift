import SeashellKit
import SeashellTesting
import Testing

final class HelloModule: FeatureModule {
  let name = "hello"
  let abstract = "Say hello"
  let commands: [any Command] = [Hello()]
}

struct Hello: Command {
  let specification = CommandSpecification("hello", abstract: "Say hello")

  func run(_ invocation: Invocation) async throws {
    try invocation.output.text("hello")
  }
}

@Suite @MainActor struct HelloModuleTests {
  @Test func `the smallest module has one command, which its name runs`() async throws {
    let harness = try ShellHarness(StubTransport(json: "{}"))
    try harness.load(HelloModule())
    #expect(await harness.run("hello").output == "hello\n")
    #expect(await harness.run("help hello").output.hasPrefix("Say hello\n"))
  }
}
