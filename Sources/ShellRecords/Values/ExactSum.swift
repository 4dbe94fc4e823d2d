import CoreEvents
import FoundationEssentials
import ShellOutput

/// The sum of decimal numbers, exact up to 38 digits.
struct ExactSum {
  private(set) var count = 0

  /// The sum is `mantissa` · 10^`exponent`.
  private var mantissa: Int128 = 0
  private var exponent = 0
  /// The rounded sum, once it needs more than 38 digits.
  private var rounded: Double?

  private static let powers: [Int128] = (0...38).map {
    (0..<$0).reduce(1) { power, _ in power * 10 }
  }

  mutating func add(_ number: ExactNumber) {
    count += 1
    if let rounded {
      self.rounded = rounded + number.approximation.number
    } else if let (mantissa, exponent) = sum(with: number) {
      (self.mantissa, self.exponent) = (mantissa, exponent)
    } else {
      rounded = (Double("\(mantissa)e\(exponent)") ?? 0) + number.approximation.number
    }
  }

  /// The sum with another number; nil if it needs more than 38 digits.
  private func sum(with number: ExactNumber) -> (Int128, Int)? {
    guard let whole = number.wholeMantissa else { return nil }
    if mantissa == 0, whole != 0 { return (whole, number.exponent) }
    let least = min(exponent, number.exponent)
    guard let first = Self.scaled(mantissa, by: exponent - least),
      let second = Self.scaled(whole, by: number.exponent - least)
    else { return nil }
    // Two numbers below 10^38 can exceed 128 bits.
    let (sum, isTooLarge) = first.addingReportingOverflow(second)
    return !isTooLarge && sum.magnitude < Self.powers[38].magnitude ? (sum, least) : nil
  }

  /// A number below 10^38, multiplied by a power of ten; nil if the result is 10^38 or more.
  private static func scaled(_ number: Int128, by power: Int) -> Int128? {
    if power == 0 || number == 0 { return number }
    guard power <= 38 else { return nil }
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: powers[power])
    return isTooLarge || product.magnitude >= powers[38].magnitude ? nil : product
  }

  var value: CellValue {
    if let rounded { return Self.value("\(rounded)") }
    return Self.value(mantissa, exponent)
  }

  /// The mean, rounded half to even to 15 significant digits; null without numbers.
  var mean: CellValue {
    guard count > 0 else { return .null }
    if let rounded { return Self.value("\(rounded / Double(count))") }
    let divisor = UInt128(count)
    var (quotient, rest) = mantissa.magnitude.quotientAndRemainder(dividingBy: divisor)
    var exponent = exponent
    while rest > 0, quotient < 10_000_000_000_000_000 {
      rest *= 10
      quotient = quotient * 10 + rest / divisor
      rest %= divisor
      exponent -= 1
    }
    let extra = String(quotient).utf8.count - 15
    if extra > 0 {
      let power = Self.powers[extra].magnitude
      let cut = quotient % power
      quotient /= power
      exponent += extra
      let isTie = cut == power / 2 && rest == 0
      if isTie ? !quotient.isMultiple(of: 2) : cut >= power / 2 { quotient += 1 }
    }
    return Self.value(mantissa < 0 ? -Int128(quotient) : Int128(quotient), exponent)
  }

  private static func value(_ mantissa: Int128, _ exponent: Int) -> CellValue {
    var (mantissa, exponent) = (mantissa, exponent)
    if mantissa == 0 { return .integer(0) }
    while exponent < 0, mantissa % 10 == 0 {
      mantissa /= 10
      exponent += 1
    }
    if exponent >= 0, let whole = scaled(mantissa, by: exponent), let number = Int(exactly: whole) {
      return .integer(number)
    }
    return value("\(mantissa)e\(exponent)")
  }

  private static func value(_ text: String) -> CellValue {
    if let number = Decimal(string: text), !number.isNaN { return .decimal(number) }
    return CellValue(Double(text) ?? 0)
  }
}
