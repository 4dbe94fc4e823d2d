import Testing
import WebAPI

@Suite struct DataEventTests {
  @Test(arguments: [
    (DataInvalidated() as any DataEvent, true),
    (DataInvalidated(resource: "products"), true),
    (DataInvalidated(resource: "products/p-7"), true),
    (DataInserted(resource: "products", id: "p-7"), true),
    (DataUpdated(resource: "products"), true),
    (DataDeleted(resource: "products", id: "p-7"), true),
    (DataDeleted(resource: "products/p-7/reviews", id: "r-1"), false),
    (DataInserted(resource: "products/p-7/reviews"), false),
    (DataInserted(resource: "productsets", id: "s-1"), false),
    (DataUpdated(resource: "session"), false),
  ])
  func `an event concerns a resource that it or an element of it is about`(
    event: any DataEvent, concerns: Bool
  ) {
    #expect(event.concerns("products") == concerns)
  }

  @Test func `an event concerns what is below the resource that it is about`() {
    #expect(DataDeleted(resource: "products", id: "p-7").concerns("products/p-7/reviews"))
    #expect(!DataDeleted(resource: "products", id: "p-7").concerns("products/p-70/reviews"))
  }

  @Test func `the path is that of the element, if there is one`() {
    #expect(DataInserted(resource: "orders", id: "o-1").path == "orders/o-1")
    #expect(DataUpdated(resource: "orders").path == "orders")
    #expect(DataInvalidated(resource: "orders", id: "o-1").path == "orders/o-1")
    #expect(DataInvalidated().path == nil)
  }
}
