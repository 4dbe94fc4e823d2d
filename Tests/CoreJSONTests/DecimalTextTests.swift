import FoundationEssentials
import Testing

@testable import CoreJSON

@Suite struct DecimalTextTests {
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("0.00", "0"), ("5", "5"), ("-1", "-1"), ("29.90", "29.9"),
    ("0.05", "0.05"), ("-12.50", "-12.5"), ("1e3", "1000"), ("12e-5", "0.00012"),
    ("18446744073709551615", "18446744073709551615"),
    ("18446744073709551616", "18446744073709551616"),
    ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
    ("-3.40282366920938463463374607431768211455", "-3.40282366920938463463374607431768211455"),
  ])
  func `A decimal has the text of its digits`(number: String, text: String) throws {
    #expect(try #require(Decimal(string: number)).text == text)
  }

  @Test func `A decimal that is not a number has the text of its description`() {
    #expect(Decimal.nan.text == "NaN")
  }

  @Test func `Generated decimals have the texts of their descriptions`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let digits = UInt128.random(in: 0...(.max), using: &generator)
      let mantissa = digits >> UInt128.random(in: 0...127)
      let exponent = Int.random(in: -128...127)
      let sign: FloatingPointSign = Bool.random() ? .minus : .plus
      guard let significand = Decimal(string: String(mantissa)) else { continue }
      let scaled = Decimal(sign: sign, exponent: exponent, significand: significand)
      for number in [scaled, scaled + 1, scaled / 3, significand, -significand * 10] {
        #expect(number.text == number.description)
      }
    }
  }
}
