/// A value on an axis, with its text.
struct ScaleMark: Equatable {
  var number: Double
  /// The number in digits, with as many decimals as the other marks of its scale, or the time.
  var text: String
}

/// A distance of 1, 2 or 5 times a power of ten.
struct DecimalStep: Equatable {
  let digit: Int
  let exponent: Int

  enum Rounding { case down, up }

  /// The smallest step that is not below a size; nil if the size is not a positive number.
  init?(atLeast size: Double) {
    guard size > 0, size.isFinite else { return nil }
    // The text of a number has the exact power of ten, which a logarithm may miss.
    for exponent in Self.exponent(of: size)... {
      for digit in [1, 2, 5] where Self.number(digit, exponent) >= size {
        self.digit = digit
        self.exponent = exponent
        return
      }
      if exponent > 307 { break }
    }
    return nil
  }

  private static func exponent(of size: Double) -> Int {
    var exponent = 0
    while exponent < 307, number(1, exponent + 1) <= size { exponent += 1 }
    while exponent > -307, number(1, exponent) > size { exponent -= 1 }
    return exponent
  }

  private static func number(_ digits: Int, _ exponent: Int) -> Double {
    Double("\(digits)e\(exponent)") ?? .infinity
  }

  /// How many steps a number is away from zero; nil if that cannot be counted exactly.
  func multiple(_ number: Double, _ rounding: Rounding) -> Int? {
    let quotient = number / self.number(1)
    guard abs(quotient) < 1e15 else { return nil }
    var count = Int(quotient.rounded(rounding == .down ? .down : .up))
    // The division is rounded: 0.3 / 0.1 is below 3.
    if rounding == .down {
      while self.number(count + 1) <= number { count += 1 }
      while self.number(count) > number { count -= 1 }
    } else {
      while self.number(count - 1) >= number { count -= 1 }
      while self.number(count) < number { count += 1 }
    }
    return count
  }

  /// The number that is some steps away from zero.
  func number(_ count: Int) -> Double { Self.number(digit * count, exponent) }

  func mark(_ count: Int) -> ScaleMark { ScaleMark(number: number(count), text: text(count)) }

  /// The digits of the number that is some steps away from zero.
  func text(_ count: Int) -> String {
    let number = digit * count
    if number == 0 { return exponent < 0 && exponent >= -9 ? Self.fixed(0, -exponent) : "0" }
    if exponent > 12 || exponent < -9 { return "\(self.number(count))" }
    return exponent < 0
      ? Self.fixed(number, -exponent) : "\(number)" + String(repeating: "0", count: exponent)
  }

  private static func fixed(_ number: Int, _ decimals: Int) -> String {
    let digits = String(number.magnitude)
    let whole = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return (number < 0 ? "-" : "") + whole.dropLast(decimals) + "." + whole.suffix(decimals)
  }
}
