import SeashellKit
import SeashellTesting
import Testing

@Suite @MainActor struct ExampleCheckTests {
  let harness: ShellHarness

  init() throws {
    harness = try ShellHarness(StubTransport(json: "[]"))
  }

  @Test func `a module is loaded if it is not, and stays loaded`() async throws {
    let module = WishlistModule(harness.context)
    #expect(await harness.checkExamples(of: module) == [])
    #expect(harness.modules.map(\.name) == ["wishlist"])
    #expect(await harness.checkExamples(of: module) == [])
  }

  @Test func `without a module, those that are loaded are checked`() async throws {
    #expect(await harness.checkExamples() == [])
    try harness.load(CarelessModule([.init("drop", abstract: "Drop")]))
    try harness.load(WishlistModule(harness.context))
    #expect(await harness.checkExamples().map(\.command) == ["careless drop"])
  }

  @Test func `each example that fails or lists nothing, and each command without one, is reported`()
    async throws
  {
    let module = CarelessModule([
      .init("list", abstract: "List", examples: [.init("careless list", "lists nothing")]),
      .init(
        "show", abstract: "Show",
        examples: [.init("careless show x", "has too much"), .init("careless show", "works")]),
      .init("hide", abstract: "Hide", examples: [.init("careless show", "shows")]),
      .init("drop", abstract: "Drop"),
    ])
    let failures = await harness.checkExamples(of: module)
    #expect(
      failures.map(\.description) == [
        "careless list: the example 'careless list' does not work: it lists nothing",
        """
        careless show: the example 'careless show x' fails with status 2
        test:1: careless show takes no arguments, and 'x' is one too many; usage: careless show
          careless show x
                        ^

        """,
        "careless hide: no example runs it",
        "careless drop: no example runs it",
      ])
    #expect(failures.map(\.line) == ["careless list", "careless show x", nil, nil])
    #expect(failures.map(\.status) == [0, 2, 0, 0])
  }

  @Test func `a module that cannot be loaded is the only failure`() async throws {
    let module = CarelessModule([.init("a b", abstract: "Has a blank")])
    let failures = await harness.checkExamples(of: module)
    #expect(failures.map(\.command) == ["careless"])
    #expect(failures.first?.errors.contains("'a b'") == true)
    #expect(harness.modules.isEmpty)
  }
}

/// A module whose commands all list nothing, or show nothing.
private final class CarelessModule: FeatureModule {
  let name = "careless"
  let abstract = "Has examples that do not work"
  let commands: [any Command]

  init(_ specifications: [CommandSpecification]) {
    commands = specifications.map { CarelessCommand(specification: $0) }
  }
}

private struct CarelessCommand: ImmediateCommand {
  let specification: CommandSpecification

  func runAtOnce(_ invocation: Invocation) throws {
    if specification.name == "list" { try invocation.output.columns([Column("id")]) }
  }
}
