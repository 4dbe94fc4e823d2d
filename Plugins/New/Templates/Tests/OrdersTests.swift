// Testing and the kit may have a type of the same name.
import struct OrdersPlugin.Order
import OrdersStub
import SeashellKit
import SeashellTesting
import Testing

@testable import OrdersPlugin

@Suite @MainActor struct OrdersTests {
  let harness: ShellHarness

  init() throws {
    harness = try ShellHarness(StubOrders())
    try harness.load(OrdersModule(harness.context))
  }

  @Test func `list writes a record for each element`() async {
    let (status, output, errors) = await harness.run("orders list")
    #expect(status == 0 && errors.isEmpty)
    #expect(output == "o-1\tthe first\topen\no-2\tthe second\topen\n")
  }

  @Test func `a list that is cut says so`() async {
    let (_, output, _) = await harness.run("orders list --per-page 1")
    #expect(output == "o-1\tthe first\topen\n")
    #expect(harness.console.notices == ["1 of 2; --all lists every one"])
    #expect(await harness.run("orders list --per-page 1 --all").output.hasSuffix("open\n"))
  }

  @Test func `more continues a list, and refresh repeats it`() async {
    let lines = "orders list --per-page 1; orders more; orders more; orders refresh"
    let (status, output, _) = await harness.run(lines)
    #expect(status == 0)
    #expect(output == "o-1\tthe first\topen\no-2\tthe second\topen\no-1\tthe first\topen\n")
    #expect(harness.console.notices.contains("there are no more orders"))
  }

  @Test func `show writes one, as JSON if asked`() async {
    let (_, output, _) = await harness.run("orders show o-2 -o json")
    #expect(output.contains(#""id":"o-2""#))
  }

  @Test func `an unknown id fails with status 3 and says what to do`() async {
    let (status, output, errors) = await harness.run("orders show o-9")
    #expect(status == 3 && output.isEmpty)
    #expect(errors.contains("has the id 'o-9'; 'orders list' shows them"))
  }

  @Test func `a place gives the id, and must exist`() async {
    #expect(await harness.run("open orders/o-2; show").output == "o-2\tthe second\topen\n")
    #expect(await harness.run("open ../o-9").status == 3)
    #expect(harness.place == "orders/o-2")
  }

  @Test func `cancel asks first, and says on the bus what it changed`() async {
    let events = EventRecorder(harness.bus)
    #expect(await harness.run("orders cancel o-1").status != 0)
    let (status, output, errors) = await harness.run("orders cancel o-1 --yes")
    #expect(status == 0 && errors.isEmpty)
    #expect(output == "o-1\tthe first\tcancelled\n")
    #expect(events.events(of: DataUpdated.self).map(\.id) == ["o-1"])
  }

  @Test(arguments: [
    (DataDeleted(resource: "orders", id: "o-1", environment: .test) as any Event, ["o-2"]),
    (DataDeleted(resource: "others", id: "o-1", environment: .test), ["o-1", "o-2"]),
    (DataInvalidated(resource: "orders", environment: .test), []),
    (DataInvalidated(resource: nil, environment: .test), []),
  ])
  func `completion offers what was listed, until it changes`(event: any Event, left: [String])
    async
  {
    _ = await harness.run("orders list")
    #expect(harness.completions(of: "orders.id", for: "o").map(\.text) == ["o-1", "o-2"])
    harness.bus.post(event)
    #expect(harness.completions(of: "orders.id", for: "o").map(\.text) == left)
  }

  @Test func `another service can be given`() async throws {
    struct Empty: OrdersServiceProtocol {
      func page(_ pages: PageSelection, of list: OrderListing) async throws -> APIPage<Order> {
        .init(elements: [])
      }
      func page(following next: APIRequest, of list: OrderListing) async throws -> APIPage<Order> {
        .init(elements: [])
      }
      func record(_ id: String, of list: OrderListing) async throws -> Order {
        throw RecordError.unreadable("empty")
      }
      func cancel(_ id: Order.ID) async throws -> Order { throw RecordError.unreadable("empty") }
    }
    let harness = try ShellHarness(StubOrders())
    try harness.load(OrdersModule(harness.context, service: Empty()))
    #expect(await harness.run("orders list -o json").output == "[]\n")
    #expect(await harness.run("orders show o-1").status == 8)
  }

  @Test func `an entry without an id is an invalid response`() {
    #expect(throws: RecordError.unreadable("an id is empty")) {
      try OrderMapper.map(from: OrderDTO(id: "", name: "none", status: "open"))
    }
  }

  @Test func `every example works`() async {
    #expect(await harness.checkExamples() == [])
  }
}
