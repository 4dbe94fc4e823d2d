import CoreJSON
import FoundationEssentials
import Testing

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      nil, true, false, 0, -7, 1.5, "text", "", "naïve \u{1F375}", [], [:],
      .integer(.max), .integer(.min), 1e300,
      [1, 2.5, "three", nil, [true]],
      ["name": "mug", "price": 9.95, "tags": ["a", ["deep": nil]], "count": 3],
    ] as [JSONValue])
  func `A JSON value that is written and read again is the same`(value: JSONValue) throws {
    let data = try JSONEncoder().encode(["value": value])
    #expect(try JSONDecoder().decode([String: JSONValue].self, from: data) == ["value": value])
    #expect(try JSONValue(json: data) == ["value": value])
    #expect(try JSONValue(json: value.jsonBytes) == value)
  }

  @Test func `JSONValue reads any JSON document`() throws {
    let text = #"{"id": "p-1", "price": 9.5, "stock": 3, "image": null, "tags": ["mug", false]}"#
    for value in [
      try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)), try JSONValue(json: text),
    ] {
      #expect(value["id"] == "p-1")
      #expect(value["price"] == 9.5)
      #expect(value["stock"] == 3)
      #expect(value["image"] == .null)
      #expect(value["tags"]?[1] == false)
    }
  }

  @Test func `A missing member or element is nil`() {
    let value: JSONValue = ["list": [1]]
    #expect(value["other"] == nil)
    #expect(value["list"]?[1] == nil)
    #expect(value["list"]?[-1] == nil)
    #expect(value["list"]?["name"] == nil)
    #expect(value[0] == nil)
  }
}
