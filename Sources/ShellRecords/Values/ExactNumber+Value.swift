import FoundationEssentials
import ShellOutput

extension ExactNumber {
  /// The number as a value: a whole number if it fits, otherwise a decimal, and text of a number that a decimal
  /// cannot hold.
  var cell: CellValue {
    if manyDigits == nil, (0...18).contains(exponent) {
      let (whole, isTooLarge) = mantissa.multipliedReportingOverflow(by: Self.powers[exponent])
      if !isTooLarge { return .integer(Int(whole)) }
    }
    guard (-120...100).contains(exponent) else { return .untyped(text) }
    if manyDigits == nil {
      return .decimal(
        Decimal(
          sign: isNegative ? .minus : .plus, exponent: exponent,
          significand: Decimal(mantissa.magnitude)))
    }
    let plain = plainText
    if let whole = Int(plain) { return .integer(whole) }
    // A decimal has at most 38 digits.
    if digits.count <= 38, let decimal = Decimal(string: text) { return .decimal(decimal) }
    return .untyped(plain)
  }

  /// The number without an exponent.
  private var plainText: String {
    var text = digits.map { $0 + UInt8(ascii: "0") }
    if exponent >= 0 {
      text += Array(repeating: UInt8(ascii: "0"), count: exponent)
    } else {
      let zeros = max(0, 1 - exponent - text.count)
      text.insert(contentsOf: Array(repeating: UInt8(ascii: "0"), count: zeros), at: 0)
      text.insert(UInt8(ascii: "."), at: text.count + exponent)
    }
    return (isNegative ? "-" : "") + String(decoding: text, as: UTF8.self)
  }
}
