import CoreJSON

/// A JSON number as its digits and a power of ten, for exact comparison.
///
/// An exponent of more than 15 digits counts as 10¹⁵.
struct SchemaNumber: Hashable, Sendable {
  /// The most digits that a divisor can have.
  static let divisorDigits = 37

  private static let largestExponent = 1_000_000_000_000_000

  private let isNegative: Bool
  /// The digits, each from 0 to 9, without zeros at either end; none for zero.
  private let digits: [UInt8]
  /// The power of ten of the last digit.
  private let exponent: Int

  /// Reads a number; nil for other values.
  init?(_ value: JSONValue) {
    switch value {
    case .integer(let number): self.init(text: String(number))
    case .number(let number): self.init(text: number.text)
    default: return nil
    }
  }

  /// Reads the grammar of JSON, which the text follows.
  private init(text: String) {
    var digits: [UInt8] = []
    var (fraction, isFraction, rest) = (0, false, text.utf8[...])
    while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
      rest.removeFirst()
      if byte == UInt8(ascii: ".") { isFraction = true }
      guard byte >= UInt8(ascii: "0") else { continue }
      if isFraction { fraction += 1 }
      // Zeros at the front are left out.
      if byte > UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
    }
    let zeros = digits.reversed().prefix { $0 == 0 }.count
    digits.removeLast(zeros)
    let isZero = digits.isEmpty
    self.digits = digits
    isNegative = text.utf8.first == UInt8(ascii: "-") && !isZero
    exponent = isZero ? 0 : Self.exponent(rest.dropFirst()) - fraction + zeros
  }

  private static func exponent(_ text: Substring.UTF8View) -> Int {
    guard !text.isEmpty else { return 0 }
    let isNegative = text.first == UInt8(ascii: "-")
    var magnitude = 0
    for byte in text where byte >= UInt8(ascii: "0") {
      magnitude = min(magnitude * 10 + Int(byte - UInt8(ascii: "0")), largestExponent)
    }
    return isNegative ? -magnitude : magnitude
  }

  /// Whether the number has no fraction.
  var isInteger: Bool { exponent >= 0 }

  var isPositive: Bool { !isNegative && !digits.isEmpty }

  /// Whether the number can be the divisor of `isMultiple(of:)`.
  var canDivide: Bool { isPositive && digits.count <= Self.divisorDigits }

  /// The number as a count; nil if it is negative or has a fraction, and `Int.max` if it is larger.
  var count: Int? {
    guard !isNegative, isInteger else { return nil }
    guard digits.count + exponent < 19 else { return .max }
    let first = digits.reduce(0) { $0 * 10 + Int($1) }
    return (0..<exponent).reduce(first) { result, _ in result * 10 }
  }

  /// Returns whether the number is a whole multiple of a divisor, for which `canDivide` is true.
  func isMultiple(of divisor: SchemaNumber) -> Bool {
    guard !digits.isEmpty else { return true }
    // The last digit is not 0, so a negative power of ten is not in the number.
    let power = exponent - divisor.exponent
    guard power >= 0 else { return false }
    let modulus = divisor.digits.reduce(0 as UInt128) { $0 * 10 + UInt128($1) }
    var rest: UInt128 = 0
    for digit in digits { rest = (rest * 10 + UInt128(digit)) % modulus }
    // 128 zeros have all the factors 2 and 5 that a modulus of 128 bits can have.
    for _ in 0..<min(power, 128) where rest != 0 { rest = rest * 10 % modulus }
    return rest == 0
  }

  /// Appends a text that only equal numbers share.
  func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: isNegative ? "-" : "+"))
    bytes += digits
    bytes += "e\(exponent)".utf8
  }
}

extension SchemaNumber: Comparable {
  static func < (one: SchemaNumber, other: SchemaNumber) -> Bool {
    if one.isNegative != other.isNegative { return one.isNegative }
    return one.isNegative ? other.isSmaller(than: one) : one.isSmaller(than: other)
  }

  /// Compares without signs.
  private func isSmaller(than other: SchemaNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    let (size, otherSize) = (digits.count + exponent, other.digits.count + other.exponent)
    return size == otherSize ? digits.lexicographicallyPrecedes(other.digits) : size < otherSize
  }
}
