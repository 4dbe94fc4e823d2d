import CoreJSON
import Testing

@Suite struct JSONObjectTests {
  @Test func `Members keep their order, and the last value of a repeated name counts`() throws {
    let object: JSONObject = ["z": 1, "a": 2, "z": 3]
    #expect(object.keys == ["z", "a"])
    #expect(object.values == [3, 2])
    let text = #"{"z":1,"a":{"y":[],"b":null},"z":3}"#
    #expect(try JSONValue(json: text).jsonText == #"{"z":3,"a":{"y":[],"b":null}}"#)
  }

  @Test(arguments: [3, 16, 17, 18, 200])
  func `Members are set, replaced and removed by name`(count: Int) {
    var object = JSONObject((0..<count).map { (key: "k\($0)", value: .integer($0)) })
    #expect(object.keys == (0..<count).map { "k\($0)" })
    object["k1"] = "one"
    object["new"] = true
    object["k0"] = nil
    object["other"] = nil
    #expect(object.keys == (1..<count).map { "k\($0)" } + ["new"])
    #expect(object["k1"] == "one")
    #expect(object["k\(count - 1)"] == .integer(count - 1))
    #expect(object["new"] == true)
    #expect(object["k0"] == nil)
    for key in object.keys { object[key] = nil }
    #expect(object.isEmpty)
  }

  @Test func `Two objects are equal in any order of their members`() {
    let one: JSONValue = ["a": 1, "b": ["c": nil, "d": 2.5]]
    let other: JSONValue = ["b": ["d": 2.5, "c": nil], "a": 1]
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != ["a": 1, "b": ["c": nil]])
    #expect(one != ["a": 1, "b": ["c": nil, "e": 2.5]])
  }

  @Test func `A large object is built in linear time`() throws {
    let count = 200_000
    let text = "{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    let value = try JSONValue(json: text)
    #expect(value["k\(count - 1)"] == .integer(count - 1))
    #expect(value.jsonText == text)
  }
}
