import CoreEvents
import CoreJSON
import FoundationEssentials
import Testing

@Suite struct EventContentTests {
  struct Everything: Event {
    static let name = "test.everything"
    var text = "a"
    var flag = true
    var small: Int8 = -3
    var large = UInt64.max
    var fraction: Float = 0.5
    var noNumber = Double.nan
    var missing: String?
    var date = Date(timeIntervalSince1970: 0)
    var url = URL(string: "https://example.com/a")
    var price = Decimal(string: "18.50")
    var list = [1, 2]
    var inner = Inner()
    var json: JSONValue = ["x": [nil]]
    var kind = Kind.two
    var either = Either.left("l")
  }

  struct Inner: Codable { var tags = ["t"], by = ["k": 1.5] }
  enum Kind: String, Codable { case two }
  enum Either: Codable { case left(String) }
  struct Empty: Event { static let name = "test.empty" }

  @Test func `An event's content is what it encodes`() throws {
    #expect(
      try Everything().content() == [
        "text": "a", "flag": true, "small": -3,
        "large": .number(try #require(JSONNumber("18446744073709551615"))),
        "fraction": 0.5, "noNumber": nil, "date": "1970-01-01T00:00:00Z",
        "url": "https://example.com/a", "price": 18.5, "list": [1, 2],
        "inner": ["tags": ["t"], "by": ["k": 1.5]], "json": ["x": [nil]], "kind": "two",
        "either": ["left": ["_0": "l"]],
      ])
  }

  @Test func `An event's content keeps every digit and the order of its members`() throws {
    struct Sold: Event {
      static let name = "test.sold"
      var price = Decimal(string: "0.1000000000000000055")
      var amount = UInt64.max
      var by = ["k": Decimal(string: "12345678901234567890.12")]
    }
    #expect(
      try Sold().content().jsonText
        == #"{"price":0.1000000000000000055,"amount":18446744073709551615,"#
        + #""by":{"k":12345678901234567890.12}}"#)
  }

  @Test func `An event without fields is an empty object`() throws {
    #expect(try Empty().content() == .object([:]))
  }

  @Test(arguments: [nil, "text", ["a": 1]] as [JSONValue])
  func `The content of a dynamic event is its payload`(_ payload: JSONValue) throws {
    #expect(try DynamicEvent(eventName: "a.b", payload: payload).content() == payload)
  }

  @Test func `A dynamic event keeps its own name and payload when written and read`() throws {
    let event = DynamicEvent(eventName: "plugin.stirred", payload: ["spoon": true])
    let data = try JSONEncoder().encode(event)
    let read = try JSONDecoder().decode(DynamicEvent.self, from: data)
    #expect(read == event)
    #expect(read.eventName == "plugin.stirred")
    #expect(read.eventName != DynamicEvent.name)
  }
}
