import CoreEvents
import FoundationEssentials
import Testing
import WebAPI

@Suite struct APIEventTests {
  @Test(
    arguments: [
      (Unconnected(), "api.unconnected", "{}"), (Unauthorized(), "api.unauthorized", "{}"),
      (Forbidden(), "api.forbidden", "{}"), (Reconnected(), "api.reconnected", "{}"),
      (DataInvalidated(), "api.data.invalidated", "{}"),
      (
        DataInvalidated(resource: "products"), "api.data.invalidated", #"{"resource":"products"}"#
      ),
      (
        DataInserted(resource: "reviews", id: "r-1"), "api.data.inserted",
        #"{"id":"r-1","resource":"reviews"}"#
      ),
      (
        DataUpdated(resource: "reviews", id: "r-1"), "api.data.updated",
        #"{"id":"r-1","resource":"reviews"}"#
      ),
      (DataDeleted(resource: "reviews"), "api.data.deleted", #"{"resource":"reviews"}"#),
    ] as [(any Event, String, String)])
  func `events are named in the past tense and are plain JSON`(
    event: any Event, name: String, json: String
  ) throws {
    #expect(event.eventName == name)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(event), as: UTF8.self) == json)
  }
}
