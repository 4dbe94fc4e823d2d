@testable import ShellOutput
import FoundationEssentials
import Testing

@Suite struct `An amount of money` {
  @Test(arguments: [
    ("18.5", "EUR", "18.50"), ("18", "EUR", "18.00"), ("18.05", "USD", "18.05"),
    ("1850", "JPY", "1850"), ("1850.5", "JPY", "1850.5"), ("1.5", "KWD", "1.500"),
    ("0", "EUR", "0.00"), ("-3.1", "GBP", "-3.10"), ("0.125", "EUR", "0.125"),
    ("7", "XYZ", "7.00"), ("1200000", "VND", "1200000"), ("0.001", "BHD", "0.001"),
  ])
  func `an amount of money has its currency's decimals and is never rounded`(
    _ amount: String, _ currency: String, _ digits: String
  ) throws {
    let amount = try #require(Decimal(string: amount))
    #expect(Money.digits(amount, currencyCode: currency) == digits)
    #expect(Money.formatted(amount, currencyCode: currency) == "\(digits) \(currency)")
  }
}
