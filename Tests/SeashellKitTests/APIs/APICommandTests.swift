import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import ShellCommands
import ShellRuntime
import Testing

/// The API that commands, completions and places of a line belong to.
@MainActor
@Suite struct APICommandTests {
  /// A group of an API, with a list, a completion kind and places.
  private final class Group: FeatureModule {
    let name: String
    let abstract = "A group"
    let api: String

    init(_ name: String, of api: String) { (self.name, self.api) = (name, api) }

    var commands: [any Command] { [List(name: name, api: api)] }
    var completionSources: [CompletionSource] {
      [CompletionSource(kind: "items.id") { [api] _ in [.init("\(api)-1", api)] }]
    }
    var places: [PlaceRoute] { [PlaceRoute("\(name)/{items.id}")] }
  }

  private struct List: Command {
    let name: String
    let api: String
    let specification = CommandSpecification("list", abstract: "List them", changesData: false)
    func run(_ invocation: Invocation) async throws {
      try invocation.output.text("\(name) of \(api)")
    }
  }

  private let two: TwoAPIs
  private var harness: ShellHarness { two.harness }

  init() throws {
    two = try TwoAPIs()
    try harness.load(Group("products", of: "shop"))
    for name in ["items", "products"] {
      try harness.shell.modules.load(Group(name, of: "wh"), broughtBy: "wh")
    }
  }

  @Test func `a group without an API's name belongs to the current API`() async throws {
    #expect(await harness.run("products list").output == "products of shop\n")
    let elsewhere = await harness.run("items list")
    #expect(elsewhere.status == 2)
    #expect(elsewhere.errors.contains("'items' is not a command"))
    #expect(elsewhere.errors.contains("it is one of the API 'wh': write 'wh items'"))
    try two.apis.use("wh:qa")
    #expect(await harness.run("items list").output == "items of wh\n")
    #expect(await harness.run("products list").output == "products of wh\n")
  }

  @Test(arguments: ["shop:test", "wh:qa"])
  func `a group with its API's name works in every environment`(environment: String)
    async throws
  {
    try two.apis.use(environment)
    #expect(await harness.run("shop products list").output == "products of shop\n")
    #expect(await harness.run("wh products list").output == "products of wh\n")
    #expect(await harness.run("wh items list").output == "items of wh\n")
    let wrong = await harness.run("shop items list")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("'shop items' is not a command"))
  }

  @Test func `completion asks the current API's sources`() throws {
    #expect(harness.completions(of: "items.id", for: "").map(\.text) == ["shop-1"])
    try two.apis.use("wh:qa")
    // Both of its groups have such a source.
    #expect(Set(harness.completions(of: "items.id", for: "").map(\.text)) == ["wh-1"])
  }

  @Test func `an open place belongs to its API and environment`() async throws {
    #expect(await harness.run("open items/i-1").status != 0)
    #expect(await harness.run("open products/p-1").status == 0)
    #expect(harness.place == "products/p-1")
    try two.apis.use("wh:qa")
    #expect(harness.place == nil)
    #expect(await harness.run("open items/i-1").status == 0)
    #expect(harness.place == "items/i-1")
    try two.apis.use("wh:live")
    #expect(harness.place == nil)
    try two.apis.use("shop:test")
    #expect(harness.place == "products/p-1")
    try two.apis.use("wh:qa")
    #expect(harness.place == "items/i-1")
  }

  @Test func `no module may take an API's name`() {
    let error = #expect(throws: ShellError.self) { try harness.load(Group("wh", of: "shop")) }
    #expect(error?.message.contains("has the name of an API") == true)
  }
}
