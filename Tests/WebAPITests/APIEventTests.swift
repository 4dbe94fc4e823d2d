import WebMessages
import CoreEvents
import FoundationEssentials
import Testing
import WebAPI

@Suite struct APIEventTests {
  @Test(
    arguments: [
      (
        Unconnected(environment: .test, method: .get, path: "products"), "api.unconnected",
        #"{"environment":"shop:test","method":"GET","path":"products"}"#
      ),
      (
        Unauthorized(environment: .test, method: .get, path: "products"), "api.unauthorized",
        #"{"environment":"shop:test","method":"GET","path":"products"}"#
      ),
      (
        Forbidden(environment: .test, method: .get, path: "products"), "api.forbidden",
        #"{"environment":"shop:test","method":"GET","path":"products"}"#
      ),
      (Reconnected(environment: .test), "api.reconnected", #"{"environment":"shop:test"}"#),
      (
        QueuedWriteAdded(write: "q-1", method: "POST", resource: "orders", environment: .test),
        "queue.write.added",
        #"{"environment":"shop:test","method":"POST","resource":"orders","write":"q-1"}"#
      ),
      (
        QueuedWriteSent(
          write: "q-1", method: "POST", resource: "orders", environment: .test, id: "o-1"),
        "queue.write.sent",
        #"{"environment":"shop:test","id":"o-1","method":"POST","resource":"orders","write":"q-1"}"#
      ),
      (
        QueuedWriteFailed(
          write: "q-1", method: "PUT", resource: "orders", environment: .test, reason: "422"),
        "queue.write.failed",
        #"{"environment":"shop:test","method":"PUT","reason":"422","resource":"orders","write":"q-1"}"#
      ),
      (
        DataInvalidated(environment: .test), "api.data.invalidated", #"{"environment":"shop:test"}"#
      ),
      (
        DataInvalidated(resource: "products", environment: .test), "api.data.invalidated",
        #"{"environment":"shop:test","resource":"products"}"#
      ),
      (
        DataInserted(resource: "reviews", id: "r-1", environment: .test), "api.data.inserted",
        #"{"environment":"shop:test","id":"r-1","resource":"reviews"}"#
      ),
      (
        DataUpdated(resource: "reviews", id: "r-1", environment: .test), "api.data.updated",
        #"{"environment":"shop:test","id":"r-1","resource":"reviews"}"#
      ),
      (
        DataDeleted(resource: "reviews", environment: .test), "api.data.deleted",
        #"{"environment":"shop:test","resource":"reviews"}"#
      ),
    ] as [(any Event, String, String)])
  func `events are named in the past tense and are plain JSON`(
    event: any Event, name: String, json: String
  ) throws {
    #expect(event.eventName == name)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(event)
    #expect(String(decoding: data, as: UTF8.self) == json)
    #expect(try Self.decoded(data, as: event) == json)
  }

  /// Decodes an event and encodes it again.
  private static func decoded<Kind: Event>(_ data: Data, as event: Kind) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let again = try JSONDecoder().decode(Kind.self, from: data)
    return String(decoding: try encoder.encode(again), as: UTF8.self)
  }

  @Test(arguments: ["", "shop", ":live", "shop:"])
  func `a text without an API and an environment is not an environment id`(text: String) {
    #expect(EnvironmentID(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([EnvironmentID].self, from: JSONEncoder().encode([text]))
    }
  }

  @Test func `an environment id is written with its API`() {
    #expect(EnvironmentID("wh:live") == EnvironmentID(api: "wh", name: "live"))
    #expect("\(EnvironmentID(api: "wh", name: "live"))" == "wh:live")
  }
}
