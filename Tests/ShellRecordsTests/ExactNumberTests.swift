@testable import ShellRecords
@testable import ShellRuntime
import FoundationEssentials
import Testing

struct ExactNumberTests {
  private static let ascending = [
    "-1e400", "-123456789012345678901", "-1000", "-1e2", "-1.5", "-1.4999999999999999999999",
    "-1e-30",
    "0", "1e-400", "1e-30", "0.1", "0.10000000000000000000001", "0.2", "1", "1.5", "9", "10", "1e2",
    "999999999999999999", "1e18", "1234567890123456789", "1234567890123456789.5", "1e19",
    "12345678901234567890", "1e400",
  ]

  @Test func `numbers are compared exactly`() throws {
    let texts = Self.ascending
    let numbers = try texts.map { try #require(ExactNumber($0)) }
    for (index, number) in numbers.enumerated() {
      for (otherIndex, other) in numbers.enumerated() {
        #expect((number < other) == (index < otherIndex), "\(texts[index]) \(texts[otherIndex])")
        #expect((number == other) == (index == otherIndex))
      }
    }
    for (number, next) in zip(numbers, numbers.dropFirst()) {
      #expect(number.approximation.number <= next.approximation.number)
    }
  }

  @Test(arguments: [
    ("1", "1.0"), ("100", "1e2"), ("0", "-0.00"), ("0", "0e9"), ("1.50", "15e-1"),
    ("0.001", "1E-3"), ("12345678901234567890.0", "12345678901234567890"), ("1e+2", "100.000"),
  ])
  func `a number is equal in any notation`(first: String, second: String) {
    #expect(ExactNumber(first) != nil)
    #expect(ExactNumber(first) == ExactNumber(second))
    #expect(ExactNumber(first)?.hashValue == ExactNumber(second)?.hashValue)
  }

  @Test(arguments: [
    "", "-", "+1", "007", "1.", ".5", "1e", "1e+", "--1", "1 ", " 1", "0x1", "nan", "inf", "1_000",
    "1,5", "-01", "e5", "1.5.2", "٣",
  ])
  func `other texts are not numbers`(text: String) {
    #expect(ExactNumber(text) == nil)
  }

  @Test(arguments: [
    Int.min, -1_000_000_000_000_000_000, -100, 0, 7, 120, 999_999_999_999_999_999,
    1_000_000_000_000_000_000, Int.max,
  ])
  func `whole numbers and decimals read as their text`(number: Int) {
    #expect(ExactNumber(number) == ExactNumber(String(number)))
    #expect(ExactNumber(Decimal(number)) == ExactNumber(number))
  }
}
