import CoreJSON
import Testing

@testable import CoreSchemas

@Suite struct SchemaNumberTests {
  private func number(_ text: String) throws -> SchemaNumber {
    try #require(SchemaNumber(JSONValue(json: text)))
  }

  private static let ascending = [
    "-1e400", "-1000", "-1e2", "-1.5", "-1.4999999999999999999999", "-1e-30", "0", "1e-400", "0.1",
    "0.10000000000000000000001", "0.2", "1", "1.5", "9", "10", "99.9", "1e2", "9223372036854775807",
    "9223372036854775808", "1e400", "1e99999999999",
  ]

  @Test func `numbers are compared exactly`() throws {
    let numbers = try Self.ascending.map(number)
    for (index, one) in numbers.enumerated() {
      for (otherIndex, other) in numbers.enumerated() {
        #expect((one < other) == (index < otherIndex), "\(Self.ascending[index])")
        #expect((one == other) == (index == otherIndex))
      }
    }
  }

  @Test(arguments: [
    ("1", "1.0"), ("100", "1e2"), ("0", "-0.00"), ("1.50", "15E-1"), ("0.001", "1e-3"),
  ])
  func `a number is equal however it is written`(one: String, other: String) throws {
    #expect(try number(one) == number(other))
  }

  @Test(arguments: [
    ("10", "5", true), ("10", "3", false), ("0", "3", true), ("-9", "3", true),
    ("0.3", "0.1", true),
    ("19.99", "0.01", true), ("19.999", "0.01", false), ("1e308", "0.123456789", false),
    ("1e400", "7", false), ("7e400", "7", true), ("1e400", "1024", true), ("5e-1", "0.25", true),
    ("1", "1e5", false), ("1e5", "1e5", true), ("12345678901234567890123", "3", true),
    ("12345678901234567890124", "3", false), ("1e1000000000", "3", false),
    ("2469135780246913578024691357802469134", "1234567890123456789012345678901234567", true),
    ("2469135780246913578024691357802469135", "1234567890123456789012345678901234567", false),
  ])
  func `multiples are exact`(text: String, divisor: String, isMultiple: Bool) throws {
    #expect(try number(text).isMultiple(of: number(divisor)) == isMultiple)
  }

  @Test(arguments: [
    ("0", 0), ("12", 12), ("2.0", 2), ("1e3", 1000), ("-1", nil), ("0.5", nil), ("1e30", Int.max),
    ("999999999999999999", 999_999_999_999_999_999),
  ])
  func `a count is a whole number`(text: String, count: Int?) throws {
    #expect(try number(text).count == count)
  }

  @Test(arguments: [("0", false), ("-1", false), ("0.5", true), ("1e-400", true)])
  func `a divisor is positive`(text: String, canDivide: Bool) throws {
    #expect(try number(text).canDivide == canDivide)
    #expect(try !number(String(repeating: "1", count: 38)).canDivide)
  }
}
