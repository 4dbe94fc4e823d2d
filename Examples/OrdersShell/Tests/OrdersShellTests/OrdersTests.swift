import FoundationEssentials
import OrdersEvents
import OrdersStub
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import OrdersPlugin

@Suite @MainActor struct OrdersTests {
  /// A shell with the module, on the stub or another transport.
  func harness(
    _ transport: any Transport = StubOrders(), answers: [String] = [], configuration: String = "{}"
  ) throws -> ShellHarness {
    let harness = try ShellHarness(transport, console: RecordingConsole(answers: answers))
    try harness.configure(configuration)
    try harness.load(OrdersModule(harness.context))
    return harness
  }

  @Test func `a list that is cut says so`() async throws {
    let harness = try harness()
    let (status, output, _) = await harness.run("orders list --per-page 2")
    #expect(status == 0)
    #expect(
      output == """
        o-25\topen\t2026-11-25T09:30:00Z\tGrace Murray\t41.5\tEUR
        o-24\topen\t2026-11-24T09:30:00Z\tAda Byron\t36.75\tEUR

        """)
    #expect(harness.console.notices == ["2 of 25; --all lists every one"])
  }

  @Test func `the parameters become the request's query`() async throws {
    let transport = StubTransport(json: "[]")
    _ = try await harness(transport).run("orders list --status open --page 2")
    #expect(
      transport.requests.map { $0.url.absoluteString }
        == ["http://localhost/v1/orders?status=open&page=2&per_page=20"])
  }

  @Test func `the configuration sets the page size, and all pages are listed whatever it is`()
    async throws
  {
    let harness = try harness(configuration: "{ orders: { pageSize: 3 } }")
    #expect(await harness.run("orders list").output.split(separator: "\n").count == 3)
    let all = await harness.run("orders list --per-page 10 --all")
    #expect(all.output.split(separator: "\n").count == 25)
  }

  @Test(arguments: ["{ orders: { pageSize: 0 } }", "{ orders: { size: 5 } }"])
  func `a wrong section is an error`(configuration: String) {
    #expect(throws: ConfigurationError.self) { try harness(configuration: configuration) }
  }

  @Test func `a place gives the order, and must exist`() async throws {
    let harness = try harness()
    #expect(await harness.run("open orders/o-1; show -o json").output.contains("\"id\":\"o-1\""))
    #expect(await harness.run("open ../o-99").status == 3)
    #expect(await harness.run("open orders/x").status == 3)
    #expect(harness.place == "orders/o-1")
  }

  @Test func `an order is shown with its items`() async throws {
    let (status, output, _) = try await harness().run("orders show o-1 -o json")
    #expect(status == 0)
    #expect(output.contains(#""items":[{"name":"Tea","quantity":2,"price":4.75},{"#))
  }

  @Test(arguments: [
    ("orders show o-99", 3, "no order has the id 'o-99'; 'orders list' shows them"),
    ("orders show 17", 2, "ORDER takes an order's id such as o-17, not '17'"),
    ("orders list --status lost", 2, "takes open, shipped or cancelled, not 'lost'"),
    ("orders cancel o-1 --yes", 6, "The order was shipped."),
  ])
  func `an error says what is wrong`(line: String, status: Int32, message: String) async throws {
    let result = try await harness().run(line)
    #expect(result.status == status && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test(arguments: [("no", 0), ("yes", 1)])
  func `cancelling asks first, and posts an event`(answer: String, count: Int) async throws {
    let harness = try harness(answers: [answer])
    let events = EventRecorder(harness.bus)
    _ = await harness.run("orders cancel o-25")
    #expect(harness.console.questions == ["Cancel the order o-25?"])
    #expect(
      events.events(of: OrderCancelled.self)
        == Array(repeating: OrderCancelled(order: "o-25"), count: count))
    #expect(events.events(of: DataUpdated.self).map(\.id) == Array(repeating: "o-25", count: count))
  }

  @Test func `completion offers the listed orders, until the data may have changed`() async throws {
    let harness = try harness()
    _ = await harness.run("orders list --status cancelled")
    #expect(
      harness.completions(of: .orders, for: "o-")
        == [.init("o-20", "cancelled, Edsger Jansen")])
    harness.bus.post(DataInvalidated(resource: "orders", environment: .test))
    #expect(harness.completions(of: .orders, for: "o-").isEmpty)
  }

  @Test func `another service can take the place of the API`() async throws {
    let harness = try ShellHarness(StubTransport(status: 500, json: "{}"))
    try harness.load(OrdersModule(harness.context, service: MockOrdersService()))
    #expect(await harness.run("orders list").output.contains("Mock"))
  }

  @Test func `without a network the orders that were read are shown again`() async throws {
    let isCut = Mutex(false)
    let stub = StubOrders()
    let transport = StubTransport { request in
      if isCut.withLock({ $0 }) { throw TransportError(.unconnected, reason: "refused") }
      return try await stub.send(request)
    }
    let harness = try ShellHarness(
      transport, storage: MemoryOfflineStorage { _ in MemoryRecordStore() }, offline: .auto)
    try harness.load(OrdersModule(harness.context))
    let shown = await harness.run("orders list --all; orders show o-1 -o json").output
    _ = await harness.run("orders cancel o-25 --yes")
    isCut.withLock { $0 = true }
    #expect(shown.hasSuffix(await harness.run("orders show o-1 -o json").output))
    #expect(await harness.run("orders list --status open").output.hasPrefix("o-24\t"))
    #expect(await harness.run("orders cancel o-24 --yes").status == 5)
  }

  @Test func `a response that makes no sense is an error`() async throws {
    let transport = StubTransport(
      json: #"""
        {"id": "o-1", "status": "lost", "placed_at": "2026-11-01T09:30:00Z", "customer": "A",
         "currency": "EUR", "items": []}
        """#)
    let (status, _, errors) = try await harness(transport).run("orders show o-1")
    #expect(status == 8)
    #expect(errors.contains("the server sent an invalid response: the status of o-1 is 'lost'"))
  }

  @Test func `every example works`() async throws {
    let harness = try harness()
    let module = try #require(harness.modules.first)
    for failure in await harness.checkExamples(of: module) { Issue.record("\(failure)") }
  }
}

/// A service with one order, which cannot be cancelled.
private struct MockOrdersService: OrdersServiceProtocol {
  func page(_ pages: PageSelection, of list: OrderListing) async throws -> APIPage<Order> {
    APIPage(elements: [try await record("o-1", of: list)])
  }

  func page(following next: APIRequest, of list: OrderListing) async throws -> APIPage<Order> {
    APIPage(elements: [])
  }

  func record(_ id: String, of list: OrderListing) async throws -> Order {
    Order(
      id: try OrderID(parameter: id), status: .open, placedAt: Date(timeIntervalSince1970: 0),
      customer: "Mock", currency: "EUR", items: [])
  }

  func cancel(_ id: OrderID) async throws -> Order { throw RecordError.unreadable("a mock") }
}
