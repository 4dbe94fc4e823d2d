package import FoundationEssentials

extension JSONCursor {
  /// A number as it is written.
  @frozen
  package struct Number {
    /// The text, in bytes of the cursor's text.
    package let bytes: UnsafeBufferPointer<UInt8>
    /// The digits before the exponent as a whole number, if they fit; they do in a short number.
    package let magnitude: Int
    /// How many digits follow the point.
    package let fractionDigits: Int
    /// Whether it has a minus sign.
    package let isNegative: Bool
    /// Whether it has neither a point nor an exponent.
    package let isWhole: Bool
    /// Whether it has at most 18 characters and no exponent, so that the magnitude says it all.
    package let isShort: Bool

    /// The number, if it is written as a whole one and fits.
    package var integer: Int? {
      guard isWhole else { return nil }
      return isShort ? (isNegative ? -magnitude : magnitude) : Int(text)
    }

    /// The number, if it is short; nil for a longer one.
    package var shortDecimal: Decimal? {
      guard isShort else { return nil }
      return Decimal(
        sign: isNegative ? .minus : .plus, exponent: -fractionDigits,
        significand: Decimal(magnitude))
    }

    /// The number, rounded if it has more than 38 digits; nil if no decimal is near it.
    var decimal: Decimal? {
      guard let number = shortDecimal ?? Decimal(string: text), !number.isNaN else { return nil }
      return number
    }

    /// The number, with every digit.
    package var json: JSONNumber { JSONNumber(checked: text) }

    private var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Reads a number.
  @inline(__always)
  package mutating func number() throws(JSONError) -> Number {
    let start = position
    var (magnitude, fractionDigits, isWhole, hasExponent) = (0, 0, true, false)
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    if current == UInt8(ascii: "0") {
      position &+= 1
      guard !current.isDigit else { throw JSONError(.leadingZero, at: position) }
    } else {
      try digits(into: &magnitude)
    }
    if current == UInt8(ascii: ".") {
      isWhole = false
      position &+= 1
      let point = position
      try digits(into: &magnitude)
      fractionDigits = position - point
    }
    if current | 0x20 == UInt8(ascii: "e") {
      (isWhole, hasExponent) = (false, true)
      position &+= 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position &+= 1 }
      var exponent = 0
      try digits(into: &exponent)
    }
    return Number(
      bytes: UnsafeBufferPointer(rebasing: bytes[start..<position]), magnitude: magnitude,
      fractionDigits: fractionDigits, isNegative: isNegative, isWhole: isWhole,
      isShort: !hasExponent && position - start <= 18)
  }

  @inline(__always)
  private mutating func digits(into number: inout Int) throws(JSONError) {
    guard current.isDigit else { throw JSONError(.expectedDigit, at: position) }
    repeat {
      number = number &* 10 &+ Int(current &- UInt8(ascii: "0"))
      position &+= 1
    } while current.isDigit
  }

  /// The next byte; zero, which JSON has nowhere, at the end.
  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }
}

extension UInt8 {
  /// Whether the byte is a digit from 0 to 9.
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
