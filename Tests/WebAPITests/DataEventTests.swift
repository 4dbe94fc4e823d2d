import CoreEvents
import CoreJSON
import FoundationEssentials
import Testing
import WebAPI
import WebMessages

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

  @Test(arguments: DataChange.Kind.allCases, [nil, "o-1"])
  func `a data event has its resource, its id and its environment, and is read back`(
    kind: DataChange.Kind, id: String?
  ) throws {
    let record = AttachedRecord { .string("stays here") }
    let event = DataChange(kind, of: "orders", id: id, record: record).event(in: .test)
    #expect(event.eventName == kind.rawValue)
    let json =
      id == nil
      ? #"{"environment":"shop:test","resource":"orders"}"#
      : #"{"environment":"shop:test","id":"o-1","resource":"orders"}"#
    try expect(event, json)
  }

  @Test func `only an invalidation can be of everything`() throws {
    let json = #"{"environment":"shop:test"}"#
    try expect(DataInvalidated(environment: .test), json)
    let data = Data(json.utf8)
    let decoder = JSONDecoder()
    #expect(throws: DecodingError.self) { try decoder.decode(DataInserted.self, from: data) }
    #expect(throws: DecodingError.self) { try decoder.decode(DataUpdated.self, from: data) }
    #expect(throws: DecodingError.self) { try decoder.decode(DataDeleted.self, from: data) }
  }

  /// Compares what an event encodes, and that it decodes the same.
  private func expect(_ event: some DataEvent, _ json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(event)
    #expect(String(decoding: data, as: UTF8.self) == json)
    let again = try JSONDecoder().decode(type(of: event), from: data)
    #expect(again == event)
  }

  @Test(arguments: DataChange.Kind.allCases)
  func `an event of a change of another kind takes its own kind`(kind: DataChange.Kind) {
    let change = DataChange(kind, of: "orders", id: "o-1")
    let events: [any DataEvent] = [
      DataInserted(change, in: .test), DataUpdated(change, in: .test),
      DataDeleted(change, in: .test), DataInvalidated(change, in: .test),
    ]
    #expect(events.map { $0.change.kind } == DataChange.Kind.allCases)
    #expect(events.allSatisfy { $0.path == "orders/o-1" })
  }
}
