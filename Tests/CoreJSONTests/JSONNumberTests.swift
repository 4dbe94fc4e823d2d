import CoreJSON
import FoundationEssentials
import Testing

@Suite struct JSONNumberTests {
  @Test(arguments: [
    "0.1000000000000000055", "12345678901234567890.12", "9223372036854775808", "2.50", "1e400",
    "-1E-400", "1.0", "123456789012345678901234567890123456789012345678901234567890", "-0.0",
  ])
  func `A number is kept as it is written`(text: String) throws {
    let value = try JSONValue(json: text)
    #expect(value == .number(try #require(JSONNumber(text))))
    #expect(value.jsonText == text)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("-12", -12), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("123456789012345678", 123_456_789_012_345_678),
      ("1234567890123456789", 1_234_567_890_123_456_789),
    ])
  func `A whole number that fits is an integer`(text: String, number: Int) throws {
    guard case .integer(number) = try JSONValue(json: text) else {
      Issue.record("\(text) is no integer")
      return
    }
  }

  @Test(arguments: [
    ("2.50", "25e-1"), ("1e2", "100"), ("0.0", "-0e9"), ("1E+5", "100000.000"), ("10e-1", "1"),
    ("12345678901234567890.120", "1234567890123456789012e-2"),
  ])
  func `Numbers of the same value are equal`(one: String, other: String) throws {
    let (left, right) = (try #require(JSONNumber(one)), try #require(JSONNumber(other)))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(try JSONValue(json: one) == JSONValue(json: other))
    #expect(try JSONValue(json: one).hashValue == JSONValue(json: other).hashValue)
  }

  @Test(arguments: [
    ("0.1", "0.1000000000000000055"), ("1", "-1"), ("1e400", "1e401"), ("1", "10"),
    ("12345678901234567890.12", "12345678901234567890.13"),
    ("9007199254740993.0", "9007199254740992.0"),
    ("1e99999999999999999999", "1e99999999999999999998"),
  ])
  func `Numbers that differ in any digit do not equal each other`(one: String, other: String) throws
  {
    #expect(try #require(JSONNumber(one)) != #require(JSONNumber(other)))
  }

  @Test(arguments: [
    "", "007", "+1", "1.", ".5", "1e", "-", "0x1", " 1", "1 ", "NaN", "1\n", "true",
  ])
  func `A text outside JSON's grammar is not a number`(text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test(
    arguments: [
      (0.5, "0.5"), (1e300, "1e+300"), (-2, "-2.0"), (.infinity, nil), (.nan, nil),
      (.leastNonzeroMagnitude, "5e-324"),
    ] as [(Double, String?)])
  func `A binary floating-point number is written in its shortest form`(
    number: Double, text: String?
  ) {
    #expect(JSONNumber(number)?.text == text)
  }

  @Test(
    arguments: [
      ("18.50", "18.5"), ("1e3", "1000"), ("12345678901234567890.12", "12345678901234567890.12"),
      ("1e400", nil), ("123456789012345678901234567890123456789.5", nil),
    ] as [(String, String?)])
  func `A number has a decimal only if it is exact`(text: String, decimal: String?) throws {
    let number = try #require(JSONNumber(text))
    #expect(number.decimal?.description == decimal)
  }

  @Test func `Numbers are exact in types that Foundation decodes and encodes`() throws {
    struct Order: Codable { var price: JSONValue }
    let text = #"{"price":12345678901234567890.12}"#
    let order = try JSONDecoder().decode(Order.self, from: Data(text.utf8))
    #expect(order.price.jsonText == "12345678901234567890.12")
    #expect(String(decoding: try JSONEncoder().encode(order), as: UTF8.self) == text)
  }
}
