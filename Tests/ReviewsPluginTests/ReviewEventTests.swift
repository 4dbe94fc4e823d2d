import FoundationEssentials
import ReviewsEvents
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@Suite struct ReviewEventTests {
  @Test(
    arguments: [
      (
        ReviewAdded(
          product: "p-7", review: "r-1", environment: .test,
          record: AttachedRecord { ["rating": 5] }),
        "reviews.review.added", #"{"environment":"shop:test","product":"p-7","review":"r-1"}"#
      ),
      (
        ReviewChanged(product: "p-7", review: "r-2", environment: .test),
        "reviews.review.changed", #"{"environment":"shop:test","product":"p-7","review":"r-2"}"#
      ),
      (
        ReviewDeleted(product: "p-7", review: nil, environment: .test), "reviews.review.deleted",
        #"{"environment":"shop:test","product":"p-7"}"#
      ),
    ] as [(any Event, String, String)])
  func `an event of a review has the fields of its change, without the record`(
    event: any Event, name: String, json: String
  ) throws {
    #expect(event.eventName == name)
    #expect(try Self.coded(event) == [json, json])
  }

  /// Encodes an event, decodes it, and encodes it again.
  private static func coded<Kind: Event>(_ event: Kind) throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let first = try encoder.encode(event)
    let second = try encoder.encode(JSONDecoder().decode(Kind.self, from: first))
    return [first, second].map { String(decoding: $0, as: UTF8.self) }
  }
}
