package import FoundationEssentials

extension JSONCursor {
  /// A number as it is written in the text.
  @frozen
  package struct Number {
    /// The number's bytes, within the cursor's text.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The digits before the exponent as an integer, valid if they fit; for short numbers they do.
    let magnitude: Int
    /// How many digits follow the point.
    let fractionDigits: Int
    /// Whether it has a minus sign.
    let isNegative: Bool
    /// Whether it has neither a point nor an exponent.
    let isWhole: Bool
    /// Whether it has at most 18 characters and no exponent, so that `magnitude` and `fractionDigits` give
    /// its value.
    let isShort: Bool

    package var integer: Int? {
      guard isWhole else { return nil }
      return isShort ? (isNegative ? -magnitude : magnitude) : Int(text)
    }

    /// The number, only if it is short.
    package var shortDecimal: Decimal? {
      guard isShort else { return nil }
      return Decimal(
        sign: isNegative ? .minus : .plus, exponent: -fractionDigits,
        significand: Decimal(magnitude))
    }

    /// The number, rounded to 38 digits; nil if it is out of range for `Decimal`.
    var decimal: Decimal? {
      guard let number = shortDecimal ?? Decimal(string: text), !number.isNaN else { return nil }
      return number
    }

    /// The number, with every digit.
    package var json: JSONNumber { JSONNumber(checked: text) }

    private var text: String { String(decoding: bytes, as: UTF8.self) }
  }

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

  /// The next byte; 0 at the end, since JSON contains no zero bytes.
  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
