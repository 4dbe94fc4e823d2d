import CoreJSON
public import FoundationEssentials

/// Formats amounts of money.
public enum Money {
  /// Formats an amount with its currency: `18.50 EUR`.
  ///
  /// - Parameters:
  ///   - amount: the amount.
  ///   - currencyCode: the currency's code (ISO 4217).
  public static func formatted(_ amount: Decimal, currencyCode: String) -> String {
    "\(digits(amount, currencyCode: currencyCode)) \(currencyCode)"
  }

  /// Formats an amount with at least the decimals of its currency, two if it is unknown, and all
  /// its own, since a price is never rounded: `18.50`, or `1850` for yen.
  static func digits(_ amount: Decimal, currencyCode: String) -> String {
    // Without exponent, thousands separator or trailing zeros.
    let text = amount.text
    let wanted = minorDigits(currencyCode)
    guard wanted > 0, !amount.isNaN else { return text }
    let point = text.utf8.firstIndex(of: UInt8(ascii: "."))
    let given = point.map { text.utf8.distance(from: $0, to: text.utf8.endIndex) - 1 } ?? 0
    guard given < wanted else { return text }
    return text + (point == nil ? "." : "") + String(repeating: "0", count: wanted - given)
  }

  /// Rounds a calculated amount, such as a mean, to the decimals of its currency; a half away from zero.
  static func rounded(_ amount: Decimal, currencyCode: String) -> Decimal {
    let text = amount.text
    let wanted = minorDigits(currencyCode)
    guard let point = text.firstIndex(of: "."),
      let end = text.index(point, offsetBy: wanted + 1, limitedBy: text.endIndex),
      end < text.endIndex, let kept = Decimal(string: String(text[..<end]))
    else { return amount }
    let unit = Decimal(sign: amount.sign, exponent: -wanted, significand: 1)
    return text[end] < "5" ? kept : kept + unit
  }

  /// Whether a text has the form of a currency's code: `EUR`.
  package static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// The number of decimals of a currency, from ISO 4217.
  private static func minorDigits(_ currencyCode: String) -> Int {
    switch currencyCode {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
      "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }
}
