import SeashellKit
import SeashellTesting
import Testing

/// An outside author's module, which has no privileges.
@Suite @MainActor struct WishlistTests {
  let harness: ShellHarness

  init() throws {
    harness = try ShellHarness(StubTransport(json: "[]"))
    try harness.load(WishlistModule(harness.context))
  }

  @Test func `help lists the module and its commands`() async {
    let (status, output, _) = await harness.run("help commands")
    #expect(status == 0)
    #expect(output.contains("wishlist: Keep a list of products to think about"))
    for command in ["wishlist add", "wishlist list", "wishlist remove"] {
      #expect(output.contains(command))
    }
  }

  @Test func `a wish that is added twice is listed once`() async {
    let (status, output, errors) = await harness.run(
      "wishlist add p-1; wishlist add p-2; wishlist add p-1; wishlist list")
    #expect(status == 0)
    #expect(output == "p-1\np-2\n")
    #expect(errors.isEmpty)
  }

  @Test func `removing a wish a second time fails with status 3`() async {
    let (status, output, errors) = await harness.run(
      "wishlist add p-1; wishlist remove p-1; wishlist list -o json; wishlist remove p-1")
    #expect(status == 3)
    #expect(output == "[]\n")
    #expect(errors.contains("'p-1' is not on the wishlist; 'wishlist list' shows what is"))
  }

  @Test(arguments: [
    (DataDeleted(resource: "products", id: "p-1", environment: .test), "p-2\n"),
    (DataDeleted(resource: "products", id: "p-9", environment: .test), "p-1\np-2\n"),
    (DataDeleted(resource: "products/p-1/reviews", id: "p-1", environment: .test), "p-1\np-2\n"),
  ])
  func `a deleted product is removed from the list`(event: DataDeleted, left: String) async {
    _ = await harness.run("wishlist add p-1; wishlist add p-2")
    harness.bus.post(event)
    #expect(await harness.run("wishlist list").output == left)
  }

  @Test func `completion offers the ids on the list`() async {
    _ = await harness.run("wishlist add p-1; wishlist add q-1")
    let candidates = harness.completions(of: "wishlist.id", for: "p")
    #expect(candidates.map(\.text) == ["p-1"])
  }

  @Test func `after unloading, its name is no command and it handles no events`() async throws {
    _ = await harness.run("wishlist add p-1")
    try harness.unload("wishlist")
    harness.bus.post(DataDeleted(resource: "products", id: "p-1", environment: .test))

    let (status, output, errors) = await harness.run("wishlist list")
    #expect(status == 2)
    #expect(output.isEmpty)
    #expect(errors.contains("the module 'wishlist' is disabled; run 'modules enable wishlist'"))
    #expect(await !harness.run("help").output.contains("wishlist"))

    try harness.load(WishlistModule(harness.context))
    #expect(await harness.run("wishlist list").output == "p-1\n")
  }

  @Test func `its examples work as they are written`() async {
    #expect(await harness.checkExamples() == [])
  }
}
