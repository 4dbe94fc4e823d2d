import Testing
import WebAPI

@Suite struct DataEventTests {
  @Test(arguments: [
    (DataInvalidated(environment: .test) as any DataEvent, true),
    (DataInvalidated(resource: "products", environment: .test), true),
    (DataInvalidated(resource: "products/p-7", environment: .test), true),
    (DataInserted(resource: "products", id: "p-7", environment: .test), true),
    (DataUpdated(resource: "products", environment: .test), true),
    (DataDeleted(resource: "products", id: "p-7", environment: .test), true),
    (DataDeleted(resource: "products/p-7/reviews", id: "r-1", environment: .test), false),
    (DataInserted(resource: "products/p-7/reviews", environment: .test), false),
    (DataInserted(resource: "productsets", id: "s-1", environment: .test), false),
    (DataUpdated(resource: "session", environment: .test), false),
  ])
  func `an event concerns a resource that it or an element of it is about`(
    event: any DataEvent, concerns: Bool
  ) {
    #expect(event.concerns("products") == concerns)
  }

  @Test func `an event concerns what is below the resource that it is about`() {
    #expect(
      DataDeleted(resource: "products", id: "p-7", environment: .test).concerns(
        "products/p-7/reviews"))
    #expect(
      !DataDeleted(resource: "products", id: "p-7", environment: .test).concerns(
        "products/p-70/reviews"))
  }

  @Test func `an event's path is that of the element, if there is one`() {
    #expect(DataInserted(resource: "orders", id: "o-1", environment: .test).path == "orders/o-1")
    #expect(DataUpdated(resource: "orders", environment: .test).path == "orders")
    #expect(DataInvalidated(resource: "orders", id: "o-1", environment: .test).path == "orders/o-1")
    #expect(DataInvalidated(environment: .test).path == nil)
  }
}
