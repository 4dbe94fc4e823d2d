// Results are nil if they need more than 100 digits, or are beyond the powers of ten that are bounded.
extension ExactNumber {
  /// The most significant digits of a result.
  static let mostDigits = 100
  /// The significant digits of a quotient.
  static let quotientDigits = 34
  private static let greatestExponent = 1_000_000_000

  static func + (one: ExactNumber, other: ExactNumber) -> ExactNumber? {
    if one.mantissa == 0 { return other }
    if other.mantissa == 0 { return one }
    let exponent = min(one.exponent, other.exponent)
    if let (first, second) = aligned(one, other) {
      return ExactNumber(first + second, exponent: exponent)
    }
    guard let first = one.wholeDigits(from: exponent),
      let second = other.wholeDigits(from: exponent)
    else { return nil }
    if one.isNegative == other.isNegative {
      return bounded(first.adding(second), exponent, one.isNegative)
    }
    return first.isLess(than: second)
      ? bounded(second.subtracting(first), exponent, other.isNegative)
      : bounded(first.subtracting(second), exponent, one.isNegative)
  }

  static func - (one: ExactNumber, other: ExactNumber) -> ExactNumber? { one + (-other) }

  static prefix func - (number: ExactNumber) -> ExactNumber {
    ExactNumber(
      mantissa: -number.mantissa, exponent: number.exponent, manyDigits: number.manyDigits)
  }

  static func * (one: ExactNumber, other: ExactNumber) -> ExactNumber? {
    let exponent = one.exponent + other.exponent
    if one.manyDigits == nil, other.manyDigits == nil {
      return checked(
        ExactNumber(Int128(one.mantissa) * Int128(other.mantissa), exponent: exponent))
    }
    if one.mantissa == 0 || other.mantissa == 0 { return ExactNumber(0) }
    let (first, second) = (WholeDigits(one.digits), WholeDigits(other.digits))
    guard first.count <= mostDigits, second.count <= mostDigits else { return nil }
    return bounded(first.multiplied(by: second), exponent, one.isNegative != other.isNegative)
  }

  /// The quotient, rounded to 34 digits, half to even; the divisor must not be zero.
  func divided(by divisor: ExactNumber) -> ExactNumber? {
    if mantissa == 0 { return self }
    var exponent = exponent - divisor.exponent
    guard manyDigits == nil, divisor.manyDigits == nil else {
      let (first, second) = (WholeDigits(digits), WholeDigits(divisor.digits))
      guard first.count <= Self.mostDigits, second.count <= Self.mostDigits else { return nil }
      let (quotient, zeros) = first.divided(by: second, digits: Self.quotientDigits)
      return Self.bounded(quotient, exponent - zeros, isNegative != divisor.isNegative)
    }
    let small = UInt128(divisor.mantissa.magnitude)
    var (quotient, rest) = UInt128(mantissa.magnitude).quotientAndRemainder(dividingBy: small)
    while rest != 0, quotient < Self.quotientLimit {
      let (digit, next) = (rest * 10).quotientAndRemainder(dividingBy: small)
      quotient = quotient * 10 + digit
      rest = next
      exponent -= 1
    }
    if quotient >= Self.quotientLimit {
      let last = quotient % 10
      quotient /= 10
      exponent += 1
      if last > 5 || last == 5 && (rest != 0 || quotient % 2 == 1) { quotient += 1 }
    }
    let signed = isNegative != divisor.isNegative ? -Int128(quotient) : Int128(quotient)
    return Self.checked(ExactNumber(signed, exponent: exponent))
  }

  private static let quotientLimit = (0..<quotientDigits).reduce(1 as UInt128) { power, _ in
    power * 10
  }

  /// The remainder, with the sign of the dividend; the divisor must not be zero.
  func remainder(dividingBy divisor: ExactNumber) -> ExactNumber? {
    let least = min(exponent, divisor.exponent)
    if let (first, second) = Self.aligned(self, divisor) {
      return ExactNumber(first % second, exponent: least)
    }
    if mantissa == 0 || isMuchLess(than: divisor) { return self }
    guard let first = wholeDigits(from: least), let second = divisor.wholeDigits(from: least) else {
      return nil
    }
    return Self.bounded(first.remainder(dividingBy: second), least, isNegative)
  }

  /// Whether the magnitude has fewer digits before the point than that of another number.
  private func isMuchLess(than other: ExactNumber) -> Bool {
    digits.count + exponent < other.digits.count + other.exponent
  }

  enum Rounding {
    /// To the nearest number, a half away from zero.
    case nearest
    case down
  }

  /// The number rounded to some digits after the point, or before it if the count is negative.
  func rounded(_ rounding: Rounding, to places: Int) -> ExactNumber {
    let cut = -places - exponent
    guard mantissa != 0, cut > 0 else { return self }
    let all = digits
    let kept = WholeDigits(Array(all.dropLast(min(cut, all.count))))
    let isUp =
      switch rounding {
      case .nearest: cut <= all.count && all[all.count - cut] >= 5
      case .down: isNegative
      }
    let result = isUp ? kept.adding(WholeDigits([1])) : kept
    return ExactNumber(result, exponent: -places, isNegative: isNegative)
  }

  var isNegative: Bool { mantissa < 0 }

  /// Two numbers as whole numbers with the same power of ten; nil if they need more than 38 digits.
  private static func aligned(_ one: ExactNumber, _ other: ExactNumber) -> (Int128, Int128)? {
    guard one.manyDigits == nil, other.manyDigits == nil else { return nil }
    let difference = one.exponent - other.exponent
    guard (-18...18).contains(difference) else { return nil }
    return difference >= 0
      ? (Int128(one.mantissa) * Int128(powers[difference]), Int128(other.mantissa))
      : (Int128(one.mantissa), Int128(other.mantissa) * Int128(powers[-difference]))
  }

  /// The digits of the magnitude as a multiple of a power of ten; nil if there would be very many.
  private func wholeDigits(from least: Int) -> WholeDigits? {
    let zeros = exponent - least
    guard digits.count + zeros <= Self.mostDigits + 1 else { return nil }
    return WholeDigits(digits + Array(repeating: 0, count: zeros))
  }

  private static func bounded(
    _ digits: WholeDigits, _ exponent: Int, _ isNegative: Bool
  ) -> ExactNumber? {
    checked(ExactNumber(digits, exponent: exponent, isNegative: isNegative))
  }

  private static func checked(_ number: ExactNumber) -> ExactNumber? {
    let isBounded =
      number.manyDigits?.count ?? 0 <= mostDigits && abs(number.exponent) <= greatestExponent
    return isBounded ? number : nil
  }
}

extension ExactNumber {
  /// Creates a whole number, multiplied by a power of ten.
  init(_ number: Int128, exponent: Int) {
    var (number, exponent) = (number, exponent)
    if number == 0 { exponent = 0 }
    while number != 0, number % 10 == 0 {
      number /= 10
      exponent += 1
    }
    if number.magnitude < 1_000_000_000_000_000_000 {
      self.init(mantissa: Int64(number), exponent: exponent)
    } else {
      let digits = String(number.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
      self.init(mantissa: number < 0 ? -1 : 1, exponent: exponent, manyDigits: digits)
    }
  }

  fileprivate init(_ whole: WholeDigits, exponent: Int, isNegative: Bool) {
    var digits = whole.digits
    var exponent = exponent
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.count > 18 {
      self.init(mantissa: isNegative ? -1 : 1, exponent: exponent, manyDigits: digits)
    } else {
      let mantissa = digits.reduce(0 as Int64) { $0 * 10 + Int64($1) }
      self.init(
        mantissa: isNegative ? -mantissa : mantissa, exponent: mantissa == 0 ? 0 : exponent)
    }
  }
}
