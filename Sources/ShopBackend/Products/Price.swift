import WebMessages

/// An amount of money, exact to four decimals; no currency has more.
struct Price: Equatable {
  /// The amount in ten-thousandths of the currency's unit, so that prices sort as integers.
  let tenThousandths: Int

  init(tenThousandths: Int) {
    self.tenThousandths = tenThousandths
  }

  /// Parses a decimal such as `18.5`; nil if it is malformed or has more than four decimals.
  init?(_ decimal: String) {
    let parts = decimal.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    guard parts.first?.isEmpty == false,
      parts.count == 1 || (parts.count == 2 && (1...4).contains(fraction.count)),
      let digits = parts.first.map({ String($0) + fraction }),
      digits.hasOnlyDigits,
      let amount = Int(digits + String(repeating: "0", count: 4 - fraction.count))
    else { return nil }
    tenThousandths = amount
  }

  /// The shortest decimal form: `12.5` instead of `12.50`.
  var decimal: String {
    var (whole, fraction) = tenThousandths.quotientAndRemainder(dividingBy: 10_000)
    guard fraction > 0 else { return String(whole) }
    var digitCount = 4
    while fraction % 10 == 0 { (fraction, digitCount) = (fraction / 10, digitCount - 1) }
    let digits = String(fraction)
    return "\(whole)." + String(repeating: "0", count: digitCount - digits.utf8.count) + digits
  }
}
