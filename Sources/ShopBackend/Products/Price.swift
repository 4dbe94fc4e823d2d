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
    let (whole, fraction) = tenThousandths.quotientAndRemainder(dividingBy: 10_000)
    guard fraction > 0 else { return String(whole) }
    let digits = String(fraction + 10_000).dropFirst()
    let last = digits.lastIndex { $0 != "0" } ?? digits.startIndex
    return "\(whole).\(digits[...last])"
  }
}
