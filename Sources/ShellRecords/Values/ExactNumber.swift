import FoundationEssentials
import ShellOutput

/// A decimal number that is compared exactly, whatever its notation.
struct ExactNumber: Hashable {
  /// The significant digits with their sign, without trailing zeros; for more than 18 digits, only the sign:
  /// 1 or -1.
  let mantissa: Int64

  /// The power of ten by which the digits are multiplied.
  let exponent: Int

  /// The significant digits, each from 0 to 9, if there are more than 18.
  let manyDigits: [UInt8]?

  init(mantissa: Int64, exponent: Int, manyDigits: [UInt8]? = nil) {
    self.mantissa = mantissa
    self.exponent = exponent
    self.manyDigits = manyDigits
  }

  /// Returns nil if the text is not a number in JSON's grammar (RFC 8259, section 6): `-12`, `0.5`
  /// and `1e9` are, but not `007`, `+1` or `1.`.
  @inline(__always)
  init?(_ text: String) {
    guard let number = text.withBytes({ Self.read($0) }) else { return nil }
    self = number
  }

  init(_ number: Int) {
    if number.magnitude < UInt(Self.powers[18]) {
      var mantissa = Int64(number)
      var exponent = 0
      while mantissa != 0, mantissa % 10 == 0 {
        mantissa /= 10
        exponent += 1
      }
      self.init(mantissa: mantissa, exponent: exponent)
    } else {
      self = Self(String(number)) ?? Self(mantissa: 0, exponent: 0)
    }
  }

  init?(_ number: Decimal) {
    self.init(CellValue.decimal(number).plainText)
  }

  /// The powers of ten that fit into 64 bits.
  static let powers: [Int64] = (0...18).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}

extension ExactNumber {
  /// Parses a number that consists of all these bytes.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> ExactNumber? {
    guard var byte = bytes.first else { return nil }
    let count = bytes.count
    var index = 0
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative {
      guard count > 1 else { return nil }
      index = 1
      byte = bytes[1]
    }
    guard isDigit(byte) else { return nil }
    let start = index
    var digits = Digits()
    repeat {
      digits.append(bytes[index])
      index += 1
    } while index < count && isDigit(bytes[index])
    if byte == UInt8(ascii: "0"), index > start + 1 { return nil }
    var fraction = 0
    if index < count, bytes[index] == UInt8(ascii: ".") {
      let point = index
      index += 1
      while index < count, isDigit(bytes[index]) {
        digits.append(bytes[index])
        index += 1
      }
      fraction = index - point - 1
      if fraction == 0 { return nil }
    }
    let end = index
    var exponent = 0
    if index < count {
      guard let power = readExponent(bytes[index...]) else { return nil }
      exponent = power
    }
    guard digits.count <= 18 else {
      return ExactNumber(many: bytes[start..<end], exponent - fraction, isNegative)
    }
    if digits.mantissa == 0 { return ExactNumber(mantissa: 0, exponent: 0) }
    return ExactNumber(
      mantissa: isNegative ? -digits.mantissa : digits.mantissa,
      exponent: exponent - fraction + digits.zeros)
  }

  private struct Digits {
    /// The digits up to the last one that is not 0, without leading zeros; invalid for more than 18 digits.
    var mantissa: Int64 = 0
    var count = 0
    var zeros = 0

    @inline(__always)
    mutating func append(_ byte: UInt8) {
      if byte == UInt8(ascii: "0") {
        if count > 0 { zeros += 1 }
      } else {
        count += zeros + 1
        if count <= 18 {
          let digit = Int64(byte &- UInt8(ascii: "0"))
          mantissa = mantissa &* (zeros == 0 ? 10 : ExactNumber.powers[zeros + 1]) &+ digit
        }
        zeros = 0
      }
    }
  }

  /// Reads `e9`, `E+9` or `e-9`; an exponent beyond a billion counts as a billion.
  private static func readExponent(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var rest = bytes
    guard let mark = rest.popFirst(), mark | 0x20 == UInt8(ascii: "e") else { return nil }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
    let exponent = rest.reduce(0) { min($0 * 10 + Int($1 &- UInt8(ascii: "0")), 1_000_000_000) }
    return isNegative ? -exponent : exponent
  }

  /// Creates a number with more than 18 significant digits, possibly with a decimal point.
  private init(many bytes: Slice<UnsafeBufferPointer<UInt8>>, _ exponent: Int, _ isNegative: Bool) {
    let all = bytes.filter(Self.isDigit).map { $0 - UInt8(ascii: "0") }
    var digits = Array(all.drop { $0 == 0 })
    var zeros = 0
    while digits.last == 0 {
      digits.removeLast()
      zeros += 1
    }
    self.init(
      mantissa: isNegative ? -1 : 1, exponent: exponent + zeros, manyDigits: digits)
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

extension ExactNumber: Comparable {
  static func < (first: ExactNumber, second: ExactNumber) -> Bool {
    if first.manyDigits == nil, second.manyDigits == nil {
      if first.exponent == second.exponent { return first.mantissa < second.mantissa }
      let difference = first.exponent - second.exponent
      if (0...18).contains(difference) {
        return Int128(first.mantissa) * Int128(powers[difference]) < Int128(second.mantissa)
      }
      if (-18..<0).contains(difference) {
        return Int128(first.mantissa) < Int128(second.mantissa) * Int128(powers[-difference])
      }
    }
    let (sign, otherSign) = (first.mantissa.signum(), second.mantissa.signum())
    if sign != otherSign || sign == 0 { return sign < otherSign }
    return sign > 0 ? first.isNearerZero(than: second) : second.isNearerZero(than: first)
  }

  /// Whether the number is closer to zero than another one; neither may be zero.
  private func isNearerZero(than other: ExactNumber) -> Bool {
    let (digits, otherDigits) = (digits, other.digits)
    let (length, otherLength) = (digits.count + exponent, otherDigits.count + other.exponent)
    if length != otherLength { return length < otherLength }
    return digits.lexicographicallyPrecedes(otherDigits)
  }

  /// The significant digits, each from 0 to 9.
  var digits: [UInt8] {
    manyDigits ?? String(mantissa.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
  }
}

extension ExactNumber {
  /// The nearest number with 53 bits, and whether it represents no other number of 15 digits.
  var approximation: (number: Double, isExact: Bool) {
    if manyDigits == nil, mantissa.magnitude < 1_000_000_000_000_000 {
      let number = Double(mantissa)
      if exponent == 0 { return (number, true) }
      // Powers of ten up to the 22nd are exact, so there is only one rounding.
      if (1...18).contains(exponent) { return (number * Double(Self.powers[exponent]), true) }
      if (-18..<0).contains(exponent) { return (number / Double(Self.powers[-exponent]), true) }
    }
    return (Double(text) ?? 0, false)
  }

  /// All significant digits with their sign, if there are at most 38.
  var wholeMantissa: Int128? {
    guard let manyDigits else { return Int128(mantissa) }
    guard manyDigits.count <= 38 else { return nil }
    return manyDigits.reduce(0) { $0 * 10 + Int128($1) } * Int128(mantissa)
  }

  /// The number as text, with an exponent.
  var text: String {
    guard let manyDigits else { return "\(mantissa)e\(exponent)" }
    let digits = String(decoding: manyDigits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    return "\(mantissa < 0 ? "-" : "")\(digits)e\(exponent)"
  }
}
